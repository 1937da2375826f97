

define void @zext4(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %c = zext <32 x i4> %a to <32 x i8>
  store <32 x i8> %c, ptr %r
  ret void
}

define void @sext4(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %c = sext <32 x i4> %a to <32 x i8>
  store <32 x i8> %c, ptr %r
  ret void
}

