
define void @sext128(ptr %p, ptr %o) {
  %a = load <128 x i1>, ptr %p
  %r = sext <128 x i1> %a to <128 x i8>
  store <128 x i8> %r, ptr %o
  ret void
}

define void @zext128(ptr %p, ptr %o) {
  %a = load <128 x i1>, ptr %p
  %r = zext <128 x i1> %a to <128 x i8>
  store <128 x i8> %r, ptr %o
  ret void
}

define void @zext128_16(ptr %p, ptr %o) {
  %a = load <128 x i1>, ptr %p
  %n = xor <128 x i1> %a, splat (i1 true)
  %r = zext <128 x i1> %n to <128 x i16>
  store <128 x i16> %r, ptr %o
  ret void
}

define void @sext64(ptr %p, ptr %o) {
  %a = load <64 x i1>, ptr %p
  %r = sext <64 x i1> %a to <64 x i8>
  store <64 x i8> %r, ptr %o
  ret void
}
