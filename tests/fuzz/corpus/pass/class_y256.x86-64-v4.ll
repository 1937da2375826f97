
define void @add(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i2>, ptr %p
  %b = load <128 x i2>, ptr %q
  %c = add <128 x i2> %a, %b
  store <128 x i2> %c, ptr %r
  ret void
}
