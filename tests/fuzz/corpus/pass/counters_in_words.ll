
define void @words(ptr noalias %p, ptr noalias %r, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %pi = getelementptr <21 x i3>, ptr %p, i64 %i
  %ri = getelementptr <21 x i3>, ptr %r, i64 %i
  %a = load <21 x i3>, ptr %pi
  %c = add <21 x i3> %a, splat (i3 1)
  store <21 x i3> %c, ptr %ri
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @vectors(ptr %p, ptr %q, ptr %r) {
  %a = load <25 x i5>, ptr %p
  %b = load <25 x i5>, ptr %q
  %c = add <25 x i5> %a, %b
  store <25 x i5> %c, ptr %r
  ret void
}

define void @three_bytes(ptr %p, ptr %q, ptr %r) {
  %a = load <6 x i3>, ptr %p
  %b = load <6 x i3>, ptr %q
  %c = add <6 x i3> %a, %b
  store <6 x i3> %c, ptr %r
  ret void
}
