

define void @add(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @sub(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = sub <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
