
define i2 @take(ptr %p) "target-cpu"="icelake-server" {
  %a = load <64 x i2>, ptr %p
  %b = add <64 x i2> %a, %a
  store <64 x i2> %b, ptr %p
  %e = extractelement <64 x i2> %b, i32 64
  ret i2 %e
}

define void @put(ptr %p, i2 %e) "target-cpu"="icelake-server" {
  %a = load <64 x i2>, ptr %p
  %b = insertelement <64 x i2> %a, i2 %e, i64 -1
  store <64 x i2> %b, ptr %p
  ret void
}

define i2 @wide(ptr %p) "target-cpu"="icelake-server" {
  %a = load <64 x i2>, ptr %p
  %e = extractelement <64 x i2> %a, i128 18446744073709551616
  ret i2 %e
}
