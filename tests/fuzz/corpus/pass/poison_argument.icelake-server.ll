
define void @maybe(<32 x i2> %a, ptr %p, ptr %q, ptr %r) "target-cpu"="icelake-server" {
  %b = load <32 x i2>, ptr %p
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %q
  store <32 x i2> %c, ptr %r
  ret void
}

define void @never(<32 x i2> noundef %a, ptr %p, ptr %r) "target-cpu"="icelake-server" {
  %b = load <32 x i2>, ptr %p
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %r
  ret void
}
