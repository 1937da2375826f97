; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loaded carrier is frozen, for poison in memory would spread over its neighbours; !noundef says there is none.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @frozen(
; CHECK: [[V:%.*]] = load <2 x i64>, ptr %p
; CHECK: freeze <2 x i64> [[V]]
; CHECK: [[U:%.*]] = load <2 x i64>, ptr %q
; CHECK-NOT: freeze
; CHECK: ret void
define void @frozen(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q, !noundef !0
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
!0 = !{}
