; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shapes that the table has nothing for, or that fill no byte, are left or lowered, never refused.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 -o /dev/null
; RUN: %lower-o2 -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server -o /dev/null

; CHECK-LABEL: @sevens(
define void @sevens(ptr %p, ptr %q, i32 %i) {
  %a = load <3 x i7>, ptr %p
  %b = load <3 x i7>, ptr %q
  %k = icmp ult <3 x i7> %a, %b
  %c = select <3 x i1> %k, <3 x i7> %a, <3 x i7> %b
  %z = zext <3 x i7> %c to <3 x i16>
  %s = shufflevector <3 x i7> %a, <3 x i7> %c, <5 x i32> <i32 0, i32 5, i32 poison, i32 2, i32 1>
  %e = extractelement <5 x i7> %s, i32 %i
  %f = insertelement <3 x i7> %a, i7 %e, i32 %i
  %r = call i7 @llvm.vector.reduce.umax.v3i7(<3 x i7> %f)
  %g = insertelement <3 x i7> %f, i7 %r, i32 2
  store <3 x i7> %g, ptr %p
  store <3 x i16> %z, ptr %q
  ret void
}

; CHECK-LABEL: @thirteens(
define void @thirteens(ptr %p, ptr %q) {
  %a = load <7 x i13>, ptr %p
  %t = trunc <7 x i13> %a to <7 x i4>
  %u = mul <7 x i4> %t, %t
  %v = sext <7 x i4> %u to <7 x i13>
  %f = sitofp <7 x i13> %v to <7 x float>
  %w = fptosi <7 x float> %f to <7 x i2>
  store <7 x i2> %w, ptr %q
  ret void
}

; CHECK-LABEL: @one(
define void @one(ptr %p, ptr %q) {
  %a = load <1 x i1>, ptr %p
  %b = load <1 x i4>, ptr %q
  %c = zext <1 x i1> %a to <1 x i4>
  %d = add <1 x i4> %b, %c
  %e = shufflevector <1 x i4> %d, <1 x i4> %b, <3 x i32> <i32 1, i32 0, i32 1>
  %x = sext <3 x i4> %e to <3 x i8>
  %r = call i4 @llvm.vector.reduce.add.v1i4(<1 x i4> %d)
  %g = insertelement <1 x i4> poison, i4 %r, i32 0
  store <3 x i8> %x, ptr %p
  store <1 x i4> %g, ptr %q
  ret void
}

; CHECK-LABEL: @bits127(
define void @bits127(ptr %p, ptr %q, i64 %i) {
  %a = load <127 x i1>, ptr %p
  %b = load <127 x i1>, ptr %q
  %c = xor <127 x i1> %a, %b
  %d = shufflevector <127 x i1> %c, <127 x i1> %a, <3 x i32> <i32 126, i32 127, i32 253>
  %e = extractelement <127 x i1> %c, i64 %i
  %f = insertelement <127 x i1> %c, i1 %e, i64 5
  %s = sext <3 x i1> %d to <3 x i4>
  store <127 x i1> %f, ptr %p
  store <3 x i4> %s, ptr %q
  ret void
}

; CHECK-LABEL: @wide_fields(
define void @wide_fields(ptr %p, ptr %q) {
  %a = load <2 x i127>, ptr %p
  %b = trunc <2 x i127> %a to <2 x i2>
  %c = zext <2 x i2> %b to <2 x i128>
  %x = load <2 x i24>, ptr %q
  %y = trunc <2 x i24> %x to <2 x i4>
  %z = sext <2 x i4> %y to <2 x i24>
  store <2 x i24> %z, ptr %q
  store <2 x i128> %c, ptr %p
  ret void
}

; CHECK-LABEL: @pointers(
; CHECK: extractelement <4 x ptr>
define i4 @pointers(<4 x ptr> %v, i32 %i) {
  %p = extractelement <4 x ptr> %v, i32 %i
  %a = load <2 x i4>, ptr %p
  %e = extractelement <2 x i4> %a, i32 1
  ret i4 %e
}
