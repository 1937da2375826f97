

define void @eq(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp eq <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @ne(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ne <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @ugt(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ugt <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @uge(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp uge <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @ult(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ult <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @ule(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ule <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @sgt(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sgt <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @sge(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sge <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @slt(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp slt <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

define void @sle(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sle <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}
