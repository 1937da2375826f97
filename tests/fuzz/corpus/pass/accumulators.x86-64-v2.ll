

define void @pairs(ptr %p, ptr %out, i64 %n) "target-cpu"="x86-64-v2" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <64 x i2>, ptr %p, i64 %i
  %x = load <64 x i2>, ptr %q
  %wide = zext <64 x i2> %x to <64 x i8>
  %sum.next = add nuw nsw <64 x i8> %sum, %wide
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <64 x i8> %sum.next, ptr %out
  ret void
}

define <32 x i8> @mask(ptr %p, <32 x i8> %start, i64 %n) "target-cpu"="x86-64-v2" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <32 x i8> [ %start, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <32 x i4>, ptr %p, i64 %i
  %x = load <32 x i4>, ptr %q
  %k = icmp ugt <32 x i4> %x, splat (i4 5)
  %wide = zext <32 x i1> %k to <32 x i8>
  %sum.next = add <32 x i8> %wide, %sum
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %behind = phi <32 x i8> [ %sum.next, %loop ]
  ret <32 x i8> %behind
}

define void @sums_wanted(ptr %p, ptr %out, i64 %n) "target-cpu"="x86-64-v2" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <64 x i2>, ptr %p, i64 %i
  %x = load <64 x i2>, ptr %q
  %wide = zext <64 x i2> %x to <64 x i8>
  %sum.next = add <64 x i8> %sum, %wide
  store <64 x i8> %sum.next, ptr %out
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @start_of_invoke(ptr %p, ptr %out, i64 %n) personality ptr @personality {
entry:
  %start = invoke <64 x i8> @sums() to label %loop unwind label %failed
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ %start, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <64 x i2>, ptr %p, i64 %i
  %x = load <64 x i2>, ptr %q
  %wide = zext <64 x i2> %x to <64 x i8>
  %sum.next = add <64 x i8> %sum, %wide
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <64 x i8> %sum.next, ptr %out
  ret void
failed:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
declare <64 x i8> @sums()
declare i32 @personality(...)
