
define void @careful(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load volatile <64 x i2>, ptr %p
  store volatile <64 x i2> %a, ptr %r
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %b, %b
  store <64 x i2> %c, ptr %r
  ret void
}
