
define void @product(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <16 x i7>, ptr %p
  %b = load <16 x i7>, ptr %q
  %r = mul nsw <16 x i7> %a, %b
  store <16 x i7> %r, ptr %q
  ret void
}

define void @shifted(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <16 x i5>, ptr %p
  %b = load <16 x i5>, ptr %q
  %r = ashr <16 x i5> %a, %b
  store <16 x i5> %r, ptr %q
  ret void
}

define void @quotient(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <8 x i6>, ptr %p
  %b = load <8 x i6>, ptr %q
  %r = sdiv <8 x i6> %a, %b
  store <8 x i6> %r, ptr %q
  ret void
}
