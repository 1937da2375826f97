

define void @and(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = and <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @or(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = or <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @xor(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = xor <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
