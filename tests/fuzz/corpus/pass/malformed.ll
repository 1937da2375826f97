
define void @wrong(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %b = add <63 x i2> %a, %a
  ret void
}
