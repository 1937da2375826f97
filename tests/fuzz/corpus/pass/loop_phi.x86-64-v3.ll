
define void @sum(ptr %p, ptr %r, i64 %n) "target-cpu"="x86-64-v3" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi <64 x i2> [ zeroinitializer, %entry ], [ %s.next, %loop ]
  %at = getelementptr <64 x i2>, ptr %p, i64 %i
  %a = load <64 x i2>, ptr %at
  %s.next = add <64 x i2> %s, %a
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
exit:
  store <64 x i2> %s.next, ptr %r
  ret void
}
