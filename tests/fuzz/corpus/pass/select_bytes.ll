
define void @by_fields(ptr %p, ptr %q, ptr %x, ptr %y, ptr %o) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp ugt <32 x i4> %a, %b
  %s = load <32 x i8>, ptr %x
  %t = load <32 x i8>, ptr %y
  %r = select <32 x i1> %c, <32 x i8> %s, <32 x i8> %t
  store <32 x i8> %r, ptr %o
  ret void
}

define void @by_bits(ptr %p, ptr %x, ptr %y, ptr %o) {
  %c = load <128 x i1>, ptr %p
  %s = load <128 x i8>, ptr %x
  %t = load <128 x i8>, ptr %y
  %r = select <128 x i1> %c, <128 x i8> %s, <128 x i8> %t
  store <128 x i8> %r, ptr %o
  ret void
}

define void @words(ptr %p, ptr %x, ptr %o) {
  %a = load <16 x i2>, ptr %p
  %c = icmp eq <16 x i2> %a, splat (i2 1)
  %s = load <16 x i16>, ptr %x
  %r = select <16 x i1> %c, <16 x i16> %s, <16 x i16> zeroinitializer
  store <16 x i16> %r, ptr %o
  ret void
}

define void @few(ptr %p, ptr %x, ptr %y, ptr %o) {
  %c = load <16 x i1>, ptr %p
  %s = load <16 x i8>, ptr %x
  %t = load <16 x i8>, ptr %y
  %r = select <16 x i1> %c, <16 x i8> %s, <16 x i8> %t
  store <16 x i8> %r, ptr %o
  ret void
}
