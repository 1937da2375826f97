
define void @bits_56(ptr %p, ptr %q) {
  %a = load <28 x i2>, ptr %p
  %b = load <28 x i2>, ptr %q
  %r = add <28 x i2> %a, %b
  store <28 x i2> %r, ptr %p
  ret void
}

define void @bits_102(ptr %p, ptr %q) {
  %a = load <51 x i2>, ptr %p
  %b = load <51 x i2>, ptr %q
  %r = sub <51 x i2> %a, %b
  store <51 x i2> %r, ptr %p
  ret void
}

define void @bits_96(ptr %p, ptr %q) {
  %a = load <24 x i4>, ptr %p
  %b = load <24 x i4>, ptr %q
  %r = add <24 x i4> %a, %b
  store <24 x i4> %r, ptr %p
  ret void
}

define void @bits_168(ptr %p, ptr %q) {
  %a = load <42 x i4>, ptr %p
  %b = load <42 x i4>, ptr %q
  %r = add <42 x i4> %a, %b
  store <42 x i4> %r, ptr %p
  ret void
}

define void @bits_244(ptr %p, ptr %q) {
  %a = load <61 x i4>, ptr %p
  %b = load <61 x i4>, ptr %q
  %r = add <61 x i4> %a, %b
  store <61 x i4> %r, ptr %p
  ret void
}

define void @streaming(ptr %p, ptr %q) {
  %a = load <42 x i4>, ptr %p, align 1, !nontemporal !0
  %b = load <42 x i4>, ptr %q, align 1, !nontemporal !0
  %c = add <42 x i4> %a, %b
  store <42 x i4> %c, ptr %p, align 1, !nontemporal !0
  ret void
}

define void @streaming_whole(ptr %r) {
  %d = load <64 x i4>, ptr %r, !nontemporal !0
  %e = add <64 x i4> %d, %d
  store <64 x i4> %e, ptr %r, !nontemporal !0
  ret void
}

!0 = !{i32 1}
