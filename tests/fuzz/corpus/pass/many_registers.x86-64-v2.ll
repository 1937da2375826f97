
define void @huge(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <8192 x i2>, ptr %p
  %c = xor <8192 x i2> %a, splat (i2 1)
  store <8192 x i2> %c, ptr %p
  ret void
}

define void @cast(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <5000 x i4>, ptr %p
  %b = zext <5000 x i4> %a to <5000 x i8>
  store <5000 x i8> %b, ptr %q
  ret void
}

define void @cast_many(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <2048 x i4>, ptr %p
  %b = zext <2048 x i4> %a to <2048 x i8>
  store <2048 x i8> %b, ptr %q
  ret void
}
