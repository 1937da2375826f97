define void @add(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <100 x i2>, ptr %p
  %c = add <100 x i2> %a, %a
  store <100 x i2> %c, ptr %p
  ret void
}
