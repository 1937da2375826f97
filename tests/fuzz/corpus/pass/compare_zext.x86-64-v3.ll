
define void @one_if_equal(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp eq <64 x i2> %a, %b
  %z = zext <64 x i1> %k to <64 x i2>
  store <64 x i2> %z, ptr %r
  ret void
}
