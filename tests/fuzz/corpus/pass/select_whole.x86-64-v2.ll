
define void @choose(i1 %k, ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %s = select i1 %k, <64 x i2> %a, <64 x i2> %b
  %c = add <64 x i2> %s, %b
  store <64 x i2> %c, ptr %r
  ret void
}
