
define void @wrong(ptr %p) "target-cpu"="x86-64-v2" {
  %b = add <64 x i2> %a, %a
  %a = load <64 x i2>, ptr %p
  store <64 x i2> %b, ptr %p
  ret void
}
