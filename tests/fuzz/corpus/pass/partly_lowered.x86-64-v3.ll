
declare <32 x i2> @odd(<32 x i2>)
define void @divide(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %q
  %d = call noundef <32 x i2> @odd(<32 x i2> %c)
  %e = add <32 x i2> %d, %a
  store <32 x i2> %e, ptr %r
  ret void
}
