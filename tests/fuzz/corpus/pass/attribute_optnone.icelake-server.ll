
define void @optnone(ptr %p) noinline optnone {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
define void @kernel(ptr %p) noimplicitfloat {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
