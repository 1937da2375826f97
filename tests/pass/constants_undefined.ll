; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Undefined elements are chosen: the value of all others if they agree, else zero. No poison gets into a carrier.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @splat_with_holes(
; CHECK-NOT: poison
; CHECK-NOT: undef
; CHECK: {{1431655765|0x55555555}}
; CHECK-NOT: poison
; CHECK: store i32
define void @splat_with_holes(ptr %p, ptr %r) "lanesmith"="always" {
  %a = load <16 x i2>, ptr %p
  %b = xor <16 x i2> %a, <i2 1, i2 1, i2 poison, i2 1, i2 1, i2 undef, i2 1, i2 1, i2 1, i2 1, i2 1, i2 1, i2 1, i2 poison, i2 1, i2 1>
  store <16 x i2> %b, ptr %r
  ret void
}

; CHECK-LABEL: @all_undefined(
; CHECK-NOT: poison
; CHECK-NOT: undef
; CHECK: store i32
define void @all_undefined(ptr %p, ptr %r) "lanesmith"="always" {
  %a = load <16 x i2>, ptr %p
  %b = xor <16 x i2> %a, undef
  %c = add <16 x i2> %b, poison
  store <16 x i2> %c, ptr %r
  ret void
}
