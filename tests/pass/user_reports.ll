; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What LLVM's users have reported, in the smallest form. (Counts include moves, constants and ret.)
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 70
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 30
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 30

; CHECK-NOT: <{{[0-9]+}} x i4>
; CHECK-NOT: <{{[0-9]+}} x i2>

; llvm-project 78651 (IREE): i4 weights loaded and converted
define void @i4_to_float(ptr %p, ptr %q) {
  %bytes = load <16 x i8>, ptr %p, align 4
  %v = bitcast <16 x i8> %bytes to <32 x i4>
  %f = sitofp <32 x i4> %v to <32 x float>
  store <32 x float> %f, ptr %q
  ret void
}
; zig 18631: @as(@Vector(8, u4), @bitCast(x)) coerced to u32
define <8 x i32> @u4_to_u32(i32 noundef %x) {
  %v = bitcast i32 %x to <8 x i4>
  %z = zext <8 x i4> %v to <8 x i32>
  ret <8 x i32> %z
}
; llvm-project 79100: the same to bytes
define <16 x i8> @u4_to_u8(i64 noundef %x) {
  %v = bitcast i64 %x to <16 x i4>
  %z = zext <16 x i4> %v to <16 x i8>
  ret <16 x i8> %z
}
; MLIR narrow-type rewrites, PRs 79494, 121298, 82565
define void @i4_to_i8(ptr %p, ptr %q) {
  %v = load <32 x i4>, ptr %p
  %s = sext <32 x i4> %v to <32 x i8>
  store <32 x i8> %s, ptr %q
  ret void
}
define void @i2_to_i8(ptr %p, ptr %q) {
  %v = load <64 x i2>, ptr %p
  %s = sext <64 x i2> %v to <64 x i8>
  store <64 x i8> %s, ptr %q
  ret void
}
define void @i8_to_i4(ptr %p, ptr %q) {
  %v = load <32 x i8>, ptr %p
  %t = trunc <32 x i8> %v to <32 x i4>
  store <32 x i4> %t, ptr %q
  ret void
}
; llvm-project 111433: interleave two bit strings
define void @interleave_bits(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i1>, ptr %p
  %b = load <32 x i1>, ptr %q
  %m = shufflevector <32 x i1> %a, <32 x i1> %b, <64 x i32> <i32 0, i32 32, i32 1, i32 33, i32 2, i32 34, i32 3, i32 35, i32 4, i32 36, i32 5, i32 37, i32 6, i32 38, i32 7, i32 39, i32 8, i32 40, i32 9, i32 41, i32 10, i32 42, i32 11, i32 43, i32 12, i32 44, i32 13, i32 45, i32 14, i32 46, i32 15, i32 47, i32 16, i32 48, i32 17, i32 49, i32 18, i32 50, i32 19, i32 51, i32 20, i32 52, i32 21, i32 53, i32 22, i32 54, i32 23, i32 55, i32 24, i32 56, i32 25, i32 57, i32 26, i32 58, i32 27, i32 59, i32 28, i32 60, i32 29, i32 61, i32 30, i32 62, i32 31, i32 63>
  store <64 x i1> %m, ptr %r
  ret void
}
; the thesis's first complaint
define void @two_bit_add(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %s = add <64 x i2> %a, %b
  store <64 x i2> %s, ptr %r
  ret void
}
