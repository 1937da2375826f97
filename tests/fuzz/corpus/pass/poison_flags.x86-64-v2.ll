
define void @flags(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add nuw nsw <64 x i2> %a, %b
  %d = lshr exact <64 x i2> %c, splat (i2 1)
  %e = or disjoint <64 x i2> %d, %b
  store <64 x i2> %e, ptr %r
  ret void
}
