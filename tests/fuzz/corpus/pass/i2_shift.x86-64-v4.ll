

define void @shl(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = shl <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @lshr(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = lshr <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

define void @ashr(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = ashr <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
