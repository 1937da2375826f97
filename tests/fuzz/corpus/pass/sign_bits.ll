
define i32 @negative(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %k = icmp slt <32 x i4> %a, zeroinitializer
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}

define void @stored(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %k = icmp slt <64 x i2> %a, zeroinitializer
  store <64 x i1> %k, ptr %q
  ret void
}

define i32 @below_two(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %k = icmp slt <32 x i4> %a, splat (i4 2)
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}

define i32 @unsigned_below(ptr %p, ptr %q) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ult <32 x i4> %a, %b
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}

define i32 @not_negative(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %k = icmp sgt <32 x i4> %a, splat (i4 -1)
  %z = bitcast <32 x i1> %k to i32
  ret i32 %z
}
