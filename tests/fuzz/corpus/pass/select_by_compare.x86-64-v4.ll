
define void @maximum(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ugt <64 x i2> %a, %b
  %m = select <64 x i1> %k, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %m, ptr %r
  ret void
}

define void @bits(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %m = select <128 x i1> %a, <128 x i1> %b, <128 x i1> zeroinitializer
  store <128 x i1> %m, ptr %r
  ret void
}
