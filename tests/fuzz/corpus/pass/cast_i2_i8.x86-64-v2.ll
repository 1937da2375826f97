

define void @zext2(ptr %p, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %c = zext <64 x i2> %a to <64 x i8>
  store <64 x i8> %c, ptr %r
  ret void
}

define void @sext2(ptr %p, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <64 x i2>, ptr %p
  %c = sext <64 x i2> %a to <64 x i8>
  store <64 x i8> %c, ptr %r
  ret void
}

