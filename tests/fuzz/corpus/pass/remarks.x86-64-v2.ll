
define void @lowered(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load volatile <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}

define void @left(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <5 x i33>, ptr %p
  %c = add <5 x i33> %a, %a
  store <5 x i33> %c, ptr %p
  ret void
}
