
define void @six(ptr %p, ptr %q, ptr %r) "target-cpu"="icelake-server" {
  %a = load <3 x i2>, ptr %p
  %b = load <3 x i2>, ptr %q
  %c = add <3 x i2> %a, %b
  store <3 x i2> %c, ptr %r
  ret void
}

define void @thirteen(ptr %p, ptr %q, ptr %r) "target-cpu"="icelake-server" {
  %a = load <13 x i1>, ptr %p
  %b = load <13 x i1>, ptr %q
  %c = icmp eq <13 x i1> %a, %b
  store <13 x i1> %c, ptr %r
  ret void
}
