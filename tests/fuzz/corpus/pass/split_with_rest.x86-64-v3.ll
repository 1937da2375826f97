
define void @rest(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <300 x i2>, ptr %p, align 1
  %b = load <300 x i2>, ptr %q, align 1
  %c = sub <300 x i2> %a, %b
  store <300 x i2> %c, ptr %r, align 1
  ret void
}
