; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Logic is lowered too: <64 x i2> in memory is taken apart by LLVM 19 even for one `and`.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 8

; CHECK-NOT: <64 x i2>

; CHECK-LABEL: @and(
; CHECK: store <2 x i64>
define void @and(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = and <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @or(
; CHECK: store <2 x i64>
define void @or(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = or <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @xor(
; CHECK: store <2 x i64>
define void @xor(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = xor <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
