
define void @add(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <256 x i2>, ptr %p
  %b = load <256 x i2>, ptr %q
  %c = add <256 x i2> %a, %b
  store <256 x i2> %c, ptr %r
  ret void
}
