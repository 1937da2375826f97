
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %c = add <16 x i2> %a, %b
  store <16 x i2> %c, ptr %r
  ret void
}
