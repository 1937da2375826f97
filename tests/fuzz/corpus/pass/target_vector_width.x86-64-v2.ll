
define void @narrow(ptr %p) "target-cpu"="x86-64-v4" "prefer-vector-width"="256" "min-legal-vector-width"="0" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
define void @wide(ptr %p) "target-cpu"="x86-64-v4" "min-legal-vector-width"="0" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
