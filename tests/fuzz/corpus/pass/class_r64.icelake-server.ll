
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %r
  ret void
}
