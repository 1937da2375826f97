
define void @copy(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  store <64 x i2> %a, ptr %q
  ret void
}

define void @copy_in_a_loop(ptr %p, ptr %q, i64 %n) {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %from = getelementptr i8, ptr %p, i64 %i
  %to = getelementptr i8, ptr %q, i64 %i
  %v = load <32 x i4>, ptr %from, align 1
  store <32 x i4> %v, ptr %to, align 1
  %j = add i64 %i, 16
  %more = icmp ult i64 %j, %n
  br i1 %more, label %next, label %done
done:
  ret void
}

define void @one_of_two(ptr %p, ptr %q, ptr %r, i1 %c) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %v = select i1 %c, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %v, ptr %r
  ret void
}

define void @left(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  store <128 x i1> %a, ptr %q
  store <64 x i2> splat (i2 1), ptr %r
  ret void
}
