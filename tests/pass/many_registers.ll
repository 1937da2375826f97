; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector of more registers than a plan takes (128, on any target) is left, not unrolled without
; end.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: lanesmith - left: no lowering in the table
; CHECK-LABEL: @huge(
; CHECK: xor <32768 x i2>
define void @huge(ptr %p) {
  %a = load <32768 x i2>, ptr %p
  %c = xor <32768 x i2> %a, splat (i2 1)
  store <32768 x i2> %c, ptr %p
  ret void
}

; A cast of more fields than the pass takes is left.
; CHECK-LABEL: @cast(
; CHECK: zext <5000 x i4>
define void @cast(ptr %p, ptr %q) {
  %a = load <5000 x i4>, ptr %p
  %b = zext <5000 x i4> %a to <5000 x i8>
  store <5000 x i8> %b, ptr %q
  ret void
}

; CHECK-LABEL: @cast_many(
; CHECK-NOT: zext <2048 x i4>
; CHECK: ret void
define void @cast_many(ptr %p, ptr %q) {
  %a = load <2048 x i4>, ptr %p
  %b = zext <2048 x i4> %a to <2048 x i8>
  store <2048 x i8> %b, ptr %q
  ret void
}
