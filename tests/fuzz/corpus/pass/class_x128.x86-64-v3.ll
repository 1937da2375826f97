
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
