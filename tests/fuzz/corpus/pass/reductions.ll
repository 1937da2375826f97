

define i2 @add2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.add.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @mul2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.mul.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @and2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.and.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @or2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.or.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @xor2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.xor.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @umin2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.umin.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @umax2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.umax.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @smin2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.smin.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i2 @smax2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.smax.v64i2(<64 x i2> %a)
  ret i2 %c
}

define i4 @add4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.add.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @mul4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.mul.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @and4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.and.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @or4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.or.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @xor4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.xor.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @umin4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.umin.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @umax4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.umax.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @smin4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.smin.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @smax4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.smax.v32i4(<32 x i4> %a)
  ret i4 %c
}

define i4 @partly(ptr %p) {
  %a = load <13 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.smin.v13i4(<13 x i4> %a)
  ret i4 %c
}

define i2 @many(ptr %p) {
  %a = load <300 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.umax.v300i2(<300 x i2> %a)
  ret i2 %c
}

define i1 @all_equal(ptr %p, ptr %q) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp eq <32 x i4> %a, %b
  %r = call i1 @llvm.vector.reduce.and.v32i1(<32 x i1> %c)
  ret i1 %r
}

define i1 @any_differ(ptr %p, ptr %q) {
  %a = load <128 x i4>, ptr %p
  %b = load <128 x i4>, ptr %q
  %c = icmp ne <128 x i4> %a, %b
  %r = call i1 @llvm.vector.reduce.or.v128i1(<128 x i1> %c)
  ret i1 %r
}

define i1 @any_less(ptr %p, ptr %q) {
  %a = load <12 x i5>, ptr %p
  %b = load <12 x i5>, ptr %q
  %c = icmp ult <12 x i5> %a, %b
  %r = call i1 @llvm.vector.reduce.or.v12i1(<12 x i1> %c)
  ret i1 %r
}

define i1 @all_greater(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sgt <64 x i2> %a, %b
  %r = call i1 @llvm.vector.reduce.and.v64i1(<64 x i1> %c)
  ret i1 %r
}
declare i1 @llvm.vector.reduce.and.v32i1(<32 x i1>)
declare i1 @llvm.vector.reduce.and.v64i1(<64 x i1>)
declare i1 @llvm.vector.reduce.or.v128i1(<128 x i1>)
declare i1 @llvm.vector.reduce.or.v12i1(<12 x i1>)
