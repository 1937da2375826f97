
define void @hoist(ptr noalias %p, ptr noalias readonly %q, ptr noalias readonly %t, i64 %n) "target-cpu"="x86-64-v2" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr <64 x i2>, ptr %p, i64 %i
  %a = load <64 x i2>, ptr %at
  %b = load <64 x i2>, ptr %q
  %c = load <64 x i2>, ptr %t
  %bc = add <64 x i2> %b, %c
  %s = add <64 x i2> %a, %bc
  store <64 x i2> %s, ptr %at
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
