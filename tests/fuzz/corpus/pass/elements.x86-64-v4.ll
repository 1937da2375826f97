
define void @fixed(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <64 x i2>, ptr %p
  %e = extractelement <64 x i2> %a, i32 40
  %b = insertelement <64 x i2> %a, i2 %e, i64 3
  store <64 x i2> %b, ptr %q
  ret void
}

define i4 @variable(ptr %p, i64 %i) "target-cpu"="x86-64-v4" {
  %a = load <32 x i4>, ptr %p
  %e = extractelement <32 x i4> %a, i64 %i
  ret i4 %e
}

define void @variable_in(ptr %p, i8 %i, i4 %e) "target-cpu"="x86-64-v4" {
  %a = load <32 x i4>, ptr %p
  %b = insertelement <32 x i4> %a, i4 %e, i8 %i
  store <32 x i4> %b, ptr %p
  ret void
}

define void @integer(ptr %p, i32 %i, i2 %e) "target-cpu"="x86-64-v4" {
  %a = load <16 x i2>, ptr %p
  %x = extractelement <16 x i2> %a, i32 %i
  %y = xor i2 %x, %e
  %b = insertelement <16 x i2> %a, i2 %y, i32 %i
  store <16 x i2> %b, ptr %p
  ret void
}

define void @built(ptr %p, i4 %a, i4 %b, i4 %c, i4 %d) "target-cpu"="x86-64-v4" {
  %1 = insertelement <4 x i4> poison, i4 %a, i32 0
  %2 = insertelement <4 x i4> %1, i4 %b, i32 1
  %3 = insertelement <4 x i4> %2, i4 %c, i32 2
  %4 = insertelement <4 x i4> %3, i4 %d, i32 3
  store <4 x i4> %4, ptr %p
  ret void
}
