

define void @one(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <1 x i2>, ptr %p
  %b = load <1 x i2>, ptr %q
  %c = mul <1 x i2> %a, %b
  store <1 x i2> %c, ptr %r
  ret void
}

define void @two(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <2 x i4>, ptr %p
  %b = load <2 x i4>, ptr %q
  %c = mul <2 x i4> %a, %b
  store <2 x i4> %c, ptr %r
  ret void
}
