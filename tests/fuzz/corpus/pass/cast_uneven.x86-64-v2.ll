

define <16 x i8> @zext3(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <16 x i3>, ptr %p
  %r = zext <16 x i3> %a to <16 x i8>
  ret <16 x i8> %r
}

define <16 x i8> @sext3(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <16 x i3>, ptr %p
  %r = sext <16 x i3> %a to <16 x i8>
  ret <16 x i8> %r
}

define <8 x i32> @sext5_wide(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <8 x i5>, ptr %p
  %r = sext <8 x i5> %a to <8 x i32>
  ret <8 x i32> %r
}

define <20 x i8> @zext6(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <20 x i6>, ptr %p
  %r = zext <20 x i6> %a to <20 x i8>
  ret <20 x i8> %r
}

define void @trunc7(<16 x i8> %a, ptr %p) "target-cpu"="x86-64-v2" {
  %r = trunc <16 x i8> %a to <16 x i7>
  store <16 x i7> %r, ptr %p
  ret void
}

define void @trunc3(<32 x i8> %a, ptr %p) "target-cpu"="x86-64-v2" {
  %r = trunc <32 x i8> %a to <32 x i3>
  store <32 x i3> %r, ptr %p
  ret void
}

define void @sum5(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <16 x i5>, ptr %p
  %b = load <16 x i5>, ptr %q
  %s = add <16 x i5> %a, %b
  %w = zext <16 x i5> %s to <16 x i16>
  store <16 x i16> %w, ptr %q
  ret void
}

define void @between(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <8 x i3>, ptr %p
  %r = sext <8 x i3> %a to <8 x i5>
  store <8 x i5> %r, ptr %q
  ret void
}

define void @narrower(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <16 x i7>, ptr %p
  %r = trunc <16 x i7> %a to <16 x i4>
  store <16 x i4> %r, ptr %q
  ret void
}
