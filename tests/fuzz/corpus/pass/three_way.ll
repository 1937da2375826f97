
define void @ushl_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.ushl.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

define void @ushl_4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.ushl.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %x, ptr %r
  ret void
}

define void @sshl_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.sshl.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

define void @sshl_4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.sshl.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %x, ptr %r
  ret void
}

define void @ucmp_2_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.ucmp.v64i2.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

define void @ucmp_4_2(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i2> @llvm.ucmp.v32i2.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i2> %x, ptr %r
  ret void
}

define void @ucmp_4_8(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i8> @llvm.ucmp.v32i8.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i8> %x, ptr %r
  ret void
}

define void @scmp_2_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.scmp.v64i2.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

define void @scmp_4_2(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i2> @llvm.scmp.v32i2.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i2> %x, ptr %r
  ret void
}

define void @scmp_4_8(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i8> @llvm.scmp.v32i8.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i8> %x, ptr %r
  ret void
}
