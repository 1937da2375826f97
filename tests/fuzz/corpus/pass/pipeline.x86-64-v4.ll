
define void @nothing(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %d = sub <64 x i2> %a, %a
  store <64 x i2> %d, ptr %q
  ret void
}

define void @something(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %q
  ret void
}
