; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; nuw, nsw, exact and disjoint make poison where they are broken: they are freedom, and are dropped.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @flags(
; CHECK-NOT: i2>
; CHECK-NOT: {{nuw|nsw|exact|disjoint}}
; CHECK: ret void
define void @flags(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add nuw nsw <64 x i2> %a, %b
  %d = lshr exact <64 x i2> %c, splat (i2 1)
  %e = or disjoint <64 x i2> %d, %b
  store <64 x i2> %e, ptr %r
  ret void
}
