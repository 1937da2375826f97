
define void @split(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <256 x i2>, ptr %p, align 64
  %b = load <256 x i2>, ptr %q, align 64
  %c = add <256 x i2> %a, %b
  store <256 x i2> %c, ptr %r, align 4
  ret void
}
