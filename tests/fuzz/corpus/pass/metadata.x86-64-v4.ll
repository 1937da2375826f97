
define void @marked(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
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
