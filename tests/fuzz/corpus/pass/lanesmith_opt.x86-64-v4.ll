
define void @add(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <128 x i2>, ptr %p
  %c = add <128 x i2> %a, %a
  store <128 x i2> %c, ptr %r
  ret void
}
