; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector of a single field LLVM has in a general register; that is weighed as anything else.
; RUN: %lower -lanesmith-stats %s 2>%t.stats | %check %s
; RUN: %check --check-prefix=STATS %s < %t.stats

; STATS: 4 lanesmith - left: nothing to gain

; CHECK-LABEL: @one(
; CHECK: mul <1 x i2>
define void @one(ptr %p, ptr %q, ptr %r) {
  %a = load <1 x i2>, ptr %p
  %b = load <1 x i2>, ptr %q
  %c = mul <1 x i2> %a, %b
  store <1 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @two(
; CHECK: load i8
; CHECK-NOT: <2 x i4>
; CHECK: store i8
define void @two(ptr %p, ptr %q, ptr %r) {
  %a = load <2 x i4>, ptr %p
  %b = load <2 x i4>, ptr %q
  %c = mul <2 x i4> %a, %b
  store <2 x i4> %c, ptr %r
  ret void
}
