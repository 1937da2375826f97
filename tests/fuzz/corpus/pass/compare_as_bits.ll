

define i64 @bits(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp eq <64 x i2> %a, %b
  %z = bitcast <64 x i1> %k to i64
  ret i64 %z
}

define i1 @any(ptr %p, ptr %q) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ult <32 x i4> %a, %b
  %z = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %k)
  ret i1 %z
}

define void @stored(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp sgt <32 x i4> %a, %b
  store <32 x i1> %k, ptr %r
  ret void
}

define void @chooses(ptr %p, ptr %q, ptr %m, ptr %c, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ne <32 x i4> %a, %b
  %x = load <32 x i1>, ptr %m
  %l = and <32 x i1> %k, %x
  %y = load <32 x i2>, ptr %c
  %z = select <32 x i1> %l, <32 x i2> %y, <32 x i2> zeroinitializer
  store <32 x i2> %z, ptr %r
  ret void
}

define void @both(ptr %p, ptr %q, ptr %r, ptr %s) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %k = icmp ult <32 x i4> %a, %b
  %z = select <32 x i1> %k, <32 x i4> %a, <32 x i4> %b
  store <32 x i4> %z, ptr %r
  store <32 x i1> %k, ptr %s
  ret void
}
