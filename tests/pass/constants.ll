; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Constants become carriers: splats, zero, any elements.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @some(
; CHECK-NOT: i2
; CHECK: store i64
define void @some(ptr %p, ptr %r) {
  %a = load <32 x i2>, ptr %p
  %b = add <32 x i2> %a, splat (i2 1)
  %c = mul <32 x i2> %b, <i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3>
  %d = sub <32 x i2> zeroinitializer, %c
  store <32 x i2> %d, ptr %r
  ret void
}
; 3, 2, 1, 0 from the low end are 0b00_01_10_11 = 27, in every byte.
; CHECK-LABEL: @layout(
; CHECK: 454761243
; CHECK: store i32
define void @layout(ptr %p, ptr %r) {
  %a = load <16 x i2>, ptr %p
  %b = xor <16 x i2> %a, <i2 3, i2 2, i2 1, i2 0, i2 3, i2 2, i2 1, i2 0, i2 3, i2 2, i2 1, i2 0, i2 3, i2 2, i2 1, i2 0>
  store <16 x i2> %b, ptr %r
  ret void
}
