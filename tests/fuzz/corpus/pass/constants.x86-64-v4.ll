
define void @some(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <32 x i2>, ptr %p
  %b = add <32 x i2> %a, splat (i2 1)
  %c = mul <32 x i2> %b, <i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3, i2 0, i2 1, i2 2, i2 3>
  %d = sub <32 x i2> zeroinitializer, %c
  store <32 x i2> %d, ptr %r
  ret void
}
define void @layout(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <16 x i2>, ptr %p
  %b = xor <16 x i2> %a, <i2 3, i2 2, i2 1, i2 0, i2 3, i2 2, i2 1, i2 0, i2 3, i2 2, i2 1, i2 0, i2 3, i2 2, i2 1, i2 0>
  store <16 x i2> %b, ptr %r
  ret void
}
