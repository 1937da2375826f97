
define void @z16(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = zext <32 x i4> %a to <32 x i16>
  store <32 x i16> %c, ptr %r
  ret void
}

define void @s32(ptr %p, ptr %r) {
  %a = load <16 x i4>, ptr %p
  %c = sext <16 x i4> %a to <16 x i32>
  store <16 x i32> %c, ptr %r
  ret void
}

define void @z64(ptr %p, ptr %r) {
  %a = load <8 x i2>, ptr %p
  %c = zext <8 x i2> %a to <8 x i64>
  store <8 x i64> %c, ptr %r
  ret void
}

define void @s16(ptr %p, ptr %r) {
  %a = load <12 x i4>, ptr %p
  %c = sext <12 x i4> %a to <12 x i16>
  store <12 x i16> %c, ptr %r
  ret void
}

define void @z8(ptr %p, ptr %r) {
  %a = load <6 x i4>, ptr %p
  %c = zext <6 x i4> %a to <6 x i8>
  store <6 x i8> %c, ptr %r
  ret void
}

define void @many(ptr %p, ptr %r) {
  %a = load <256 x i4>, ptr %p
  %c = sext <256 x i4> %a to <256 x i8>
  store <256 x i8> %c, ptr %r
  ret void
}

define <8 x i32> @one_register(i32 noundef %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i32 %x to <8 x i4>
  %z = zext <8 x i4> %v to <8 x i32>
  ret <8 x i32> %z
}

define <8 x i32> @one_register_signed(i32 noundef %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i32 %x to <8 x i4>
  %z = sext <8 x i4> %v to <8 x i32>
  ret <8 x i32> %z
}
