
define void @divide_few(ptr %p, ptr %q) {
  %a = load <2 x i4>, ptr %p
  %b = load <2 x i4>, ptr %q
  %r = udiv <2 x i4> %a, %b
  store <2 x i4> %r, ptr %p
  ret void
}

define void @divide_eight(ptr %p, ptr %q) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %r = udiv <8 x i4> %a, %b
  store <8 x i4> %r, ptr %p
  ret void
}

define <16 x i4> @divide_many(ptr %p, ptr %q) {
  %a = load <16 x i4>, ptr %p
  %r = udiv <16 x i4> %a, splat (i4 3)
  store <16 x i4> %r, ptr %q
  ret <16 x i4> %r
}

define void @splat(ptr %p, ptr %q) {
  %a = load <3 x i12>, ptr %p
  %r = shufflevector <3 x i12> %a, <3 x i12> poison, <3 x i32> splat (i32 1)
  store <3 x i12> %r, ptr %q
  ret void
}

define void @cast_few(ptr %p, ptr %q) {
  %a = load <3 x i16>, ptr %p
  %r = trunc <3 x i16> %a to <3 x i5>
  store <3 x i5> %r, ptr %q
  ret void
}

define void @cast_more(ptr %p, ptr %q) {
  %a = load <7 x i20>, ptr %p
  %r = zext <7 x i20> %a to <7 x i32>
  store <7 x i32> %r, ptr %q
  ret void
}
