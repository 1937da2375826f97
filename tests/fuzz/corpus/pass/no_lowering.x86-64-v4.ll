
define void @add(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <2 x i33>, ptr %p
  %c = add <2 x i33> %a, %a
  store <2 x i33> %c, ptr %r
  ret void
}
