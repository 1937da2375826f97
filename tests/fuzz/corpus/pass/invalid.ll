
define void @wrong(ptr %p) {
  %b = add <64 x i2> %a, %a
  %a = load <64 x i2>, ptr %p
  store <64 x i2> %b, ptr %p
  ret void
}
