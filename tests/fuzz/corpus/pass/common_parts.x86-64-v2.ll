
define void @shared(ptr noalias %p, ptr noalias %q, ptr noalias %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  %a2 = load <64 x i2>, ptr %p
  %d = sub <64 x i2> %a2, %b
  store <64 x i2> %d, ptr %q
  ret void
}
