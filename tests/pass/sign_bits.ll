; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Whether fields are below zero is their highest bit: it is packed as it is, nothing is compared; whether they are not, that of the complement.
; Whether they are below another number is compared.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 22
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 10
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 8

; CHECK-LABEL: @negative(
; CHECK-NOT: icmp
; CHECK: ret i32
define i32 @negative(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %k = icmp slt <32 x i4> %a, zeroinitializer
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}

; CHECK-LABEL: @stored(
; CHECK-NOT: icmp
; CHECK: store i64
define void @stored(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %k = icmp slt <64 x i2> %a, zeroinitializer
  store <64 x i1> %k, ptr %q
  ret void
}

; CHECK-LABEL: @below_two(
; CHECK-NOT: icmp
; CHECK: ret i32
define i32 @below_two(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %k = icmp slt <32 x i4> %a, splat (i4 2)
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}

; CHECK-LABEL: @unsigned_below(
; CHECK-NOT: icmp
; CHECK: ret i32
define i32 @unsigned_below(ptr %p, ptr %q) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ult <32 x i4> %a, %b
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}

; CHECK-LABEL: @not_negative(
; CHECK-NOT: icmp
; CHECK: ret i32
define i32 @not_negative(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %k = icmp sgt <32 x i4> %a, splat (i4 -1)
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}
