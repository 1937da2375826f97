; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is said of an access stays said of its parts, unless it is about the type.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @marked(
; CHECK: load <2 x i64>, ptr %p, align 32, !tbaa ![[T:[0-9]+]], !alias.scope
; CHECK: load <2 x i64>, ptr %{{.*}}, align 16, !tbaa ![[T]], !alias.scope
; CHECK: store <2 x i64> {{.*}}, !nontemporal
define void @marked(ptr %p, ptr %r) {
  %a = load <128 x i2>, ptr %p, !tbaa !0, !alias.scope !5
  %c = add <128 x i2> %a, %a
  store <128 x i2> %c, ptr %r, !nontemporal !3
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"fields", !2, i64 0}
!2 = !{!"root"}
!3 = !{i32 1}
!4 = distinct !{!4, !"domain"}
!5 = !{!6}
!6 = distinct !{!6, !4, !"scope"}
