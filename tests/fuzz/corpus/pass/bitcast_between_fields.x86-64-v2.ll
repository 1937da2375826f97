
define void @recast(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = add <64 x i2> %a, %a
  %d = bitcast <64 x i2> %c to <128 x i1>
  %e = icmp eq <128 x i1> %d, %b
  store <128 x i1> %e, ptr %r
  ret void
}
