
define void @z12(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i1>, ptr %p
  %c = zext <128 x i1> %a to <128 x i2>
  store <128 x i2> %c, ptr %r
  ret void
}

define void @z14(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i1>, ptr %p
  %c = zext <64 x i1> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

define void @s12(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i1>, ptr %p
  %c = sext <128 x i1> %a to <128 x i2>
  store <128 x i2> %c, ptr %r
  ret void
}

define void @s14(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i1>, ptr %p
  %c = sext <64 x i1> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

define void @z24(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %c = zext <64 x i2> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

define void @s24(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %c = sext <64 x i2> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

define void @t42(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i4>, ptr %p
  %c = trunc <64 x i4> %a to <64 x i2>
  store <64 x i2> %c, ptr %r
  ret void
}

define void @t41(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i4>, ptr %p
  %c = trunc <64 x i4> %a to <64 x i1>
  store <64 x i1> %c, ptr %r
  ret void
}

define void @t21(ptr %p, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i2>, ptr %p
  %c = trunc <128 x i2> %a to <128 x i1>
  store <128 x i1> %c, ptr %r
  ret void
}

