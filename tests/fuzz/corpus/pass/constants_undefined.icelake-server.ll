
define void @splat_with_holes(ptr %p, ptr %r) "target-cpu"="icelake-server" {
  %a = load <16 x i2>, ptr %p
  %b = xor <16 x i2> %a, <i2 1, i2 1, i2 poison, i2 1, i2 1, i2 undef, i2 1, i2 1, i2 1, i2 1, i2 1, i2 1, i2 1, i2 poison, i2 1, i2 1>
  store <16 x i2> %b, ptr %r
  ret void
}

define void @all_undefined(ptr %p, ptr %r) "target-cpu"="icelake-server" {
  %a = load <16 x i2>, ptr %p
  %b = xor <16 x i2> %a, undef
  %c = add <16 x i2> %b, poison
  store <16 x i2> %c, ptr %r
  ret void
}
