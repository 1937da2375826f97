

define void @mul(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = mul <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
