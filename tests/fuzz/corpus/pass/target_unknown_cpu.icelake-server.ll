
define void @unknown(ptr %p) "target-cpu"="pdp11" {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
define void @without_sse2(ptr %p) "target-features"="-sse2" {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
