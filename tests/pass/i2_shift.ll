; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variable shifts of 2-bit fields.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 60

; CHECK-NOT: <64 x i2>

; CHECK-LABEL: @shl(
; CHECK: store <2 x i64>
define void @shl(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = shl <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @lshr(
; CHECK: store <2 x i64>
define void @lshr(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = lshr <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ashr(
; CHECK: store <2 x i64>
define void @ashr(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = ashr <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
