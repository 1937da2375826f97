

define void @eq(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp eq <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @ne(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ne <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @ugt(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ugt <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @uge(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp uge <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @ult(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ult <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @ule(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ule <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @sgt(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp sgt <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @sge(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp sge <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @slt(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp slt <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @sle(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp sle <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
