; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Compares of 2- and 4-bit fields whose bits are wanted packed: as an integer, reduced, in logic, by a select of fields of
; another width, by code that is left.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 70
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 70
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 40
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 40
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 40

; CHECK-NOT: icmp

; CHECK-LABEL: @bits(
; CHECK: ret i64
define i64 @bits(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp eq <64 x i2> %a, %b
  %z = bitcast <64 x i1> %k to i64
  ret i64 %z
}

; CHECK-LABEL: @any(
; CHECK: ret i1
define i1 @any(ptr %p, ptr %q) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ult <32 x i4> %a, %b
  %z = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %k)
  ret i1 %z
}

; CHECK-LABEL: @stored(
; CHECK: store i32
define void @stored(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp sgt <32 x i4> %a, %b
  store <32 x i1> %k, ptr %r
  ret void
}

; Logic with bits from memory, on bits; the result chooses fields of 2 bits.
; CHECK-LABEL: @chooses(
; CHECK: store i64
define void @chooses(ptr %p, ptr %q, ptr %m, ptr %c, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ne <32 x i4> %a, %b
  %x = load <32 x i1>, ptr %m
  %l = and <32 x i1> %k, %x
  %y = load <32 x i2>, ptr %c
  %z = select <32 x i1> %l, <32 x i2> %y, <32 x i2> zeroinitializer
  store <32 x i2> %z, ptr %r
  ret void
}

; A mask for its own fields and bits for memory.
; CHECK-LABEL: @both(
; CHECK: store i32
define void @both(ptr %p, ptr %q, ptr %r, ptr %s) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ult <32 x i4> %a, %b
  %z = select <32 x i1> %k, <32 x i4> %a, <32 x i4> %b
  store <32 x i4> %z, ptr %r
  store <32 x i1> %k, ptr %s
  ret void
}
