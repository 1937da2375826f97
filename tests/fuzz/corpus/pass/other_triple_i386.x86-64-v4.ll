target triple = "i386-unknown-linux-gnu"
define void @add(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %r
  ret void
}
