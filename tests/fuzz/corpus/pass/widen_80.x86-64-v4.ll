
define void @widen(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <40 x i2>, ptr %p
  %b = load <40 x i2>, ptr %q
  %c = add <40 x i2> %a, %b
  store <40 x i2> %c, ptr %r
  ret void
}
