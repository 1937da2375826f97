
define void @freeze(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %f = freeze <64 x i2> %a
  %c = add <64 x i2> %f, %f
  store <64 x i2> %c, ptr %r
  ret void
}
