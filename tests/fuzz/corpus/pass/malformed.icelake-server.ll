
define void @wrong(ptr %p) "target-cpu"="icelake-server" {
  %a = load <64 x i2>, ptr %p
  %b = add <63 x i2> %a, %a
  ret void
}
