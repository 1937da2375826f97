
define i2 @element(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  %e = extractelement <64 x i2> %c, i32 37
  ret i2 %e
}
