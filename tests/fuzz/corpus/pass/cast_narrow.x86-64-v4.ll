
define void @trunc4(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <32 x i8>, ptr %p
  %c = trunc <32 x i8> %a to <32 x i4>
  store <32 x i4> %c, ptr %r
  ret void
}

define void @trunc2(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <64 x i8>, ptr %p
  %c = trunc <64 x i8> %a to <64 x i2>
  store <64 x i2> %c, ptr %r
  ret void
}

define void @trunc4from16(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <16 x i16>, ptr %p
  %c = trunc <16 x i16> %a to <16 x i4>
  store <16 x i4> %c, ptr %r
  ret void
}

define void @trunc4from32(ptr %p, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <16 x i32>, ptr %p
  %c = trunc <16 x i32> %a to <16 x i4>
  store <16 x i4> %c, ptr %r
  ret void
}


define void @quarters(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %x = load <64 x i8>, ptr %p
  %t = trunc <64 x i8> %x to <64 x i2>
  store <64 x i2> %t, ptr %q
  ret void
}
