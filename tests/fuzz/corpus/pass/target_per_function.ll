
define void @baseline(ptr %p) {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
define void @haswell(ptr %p) "target-cpu"="haswell" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
define void @icelake(ptr %p) "target-cpu"="icelake-server" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
define void @by_features(ptr %p) "target-cpu"="x86-64" "target-features"="+avx2,+bmi,+bmi2,+lzcnt,+popcnt,+fma,+f16c,+movbe" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
define void @without(ptr %p) "target-cpu"="haswell" "target-features"="-avx2" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
