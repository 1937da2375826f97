; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Matrices, streams and reversed numbers of whole elements: what LLVM makes hundreds of shuffles of
; is made of shuffles of two registers, by the digits of places.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s \
; RUN:   | %llc -O2 -mcpu=x86-64 | %at-most 280
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s \
; RUN:   | %llc -O2 -mcpu=x86-64-v3 | %at-most 145
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s \
; RUN:   | %llc -O2 -mcpu=icelake-server | %at-most 72
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s

; CHECK-LABEL: @bytes_8x8(
define void @bytes_8x8(ptr noalias %p, ptr noalias %q) {
  %a = load <64 x i8>, ptr %p, align 1
  %r = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> <i32 0, i32 8, i32 16, i32 24, i32 32, i32 40, i32 48, i32 56, i32 1, i32 9, i32 17, i32 25, i32 33, i32 41, i32 49, i32 57, i32 2, i32 10, i32 18, i32 26, i32 34, i32 42, i32 50, i32 58, i32 3, i32 11, i32 19, i32 27, i32 35, i32 43, i32 51, i32 59, i32 4, i32 12, i32 20, i32 28, i32 36, i32 44, i32 52, i32 60, i32 5, i32 13, i32 21, i32 29, i32 37, i32 45, i32 53, i32 61, i32 6, i32 14, i32 22, i32 30, i32 38, i32 46, i32 54, i32 62, i32 7, i32 15, i32 23, i32 31, i32 39, i32 47, i32 55, i32 63>
  store <64 x i8> %r, ptr %q, align 1
  ret void
}

; A word of which a part is poison spoils no other: words are read as bytes.
; CHECK-LABEL: @words_8x8(
; CHECK: load <32 x i8>
; CHECK-NOT: load <4 x i64>
define void @words_8x8(ptr noalias %p, ptr noalias %q) {
  %a = load <64 x i16>, ptr %p, align 1
  %r = shufflevector <64 x i16> %a, <64 x i16> poison, <64 x i32> <i32 0, i32 8, i32 16, i32 24, i32 32, i32 40, i32 48, i32 56, i32 1, i32 9, i32 17, i32 25, i32 33, i32 41, i32 49, i32 57, i32 2, i32 10, i32 18, i32 26, i32 34, i32 42, i32 50, i32 58, i32 3, i32 11, i32 19, i32 27, i32 35, i32 43, i32 51, i32 59, i32 4, i32 12, i32 20, i32 28, i32 36, i32 44, i32 52, i32 60, i32 5, i32 13, i32 21, i32 29, i32 37, i32 45, i32 53, i32 61, i32 6, i32 14, i32 22, i32 30, i32 38, i32 46, i32 54, i32 62, i32 7, i32 15, i32 23, i32 31, i32 39, i32 47, i32 55, i32 63>
  store <64 x i16> %r, ptr %q, align 1
  ret void
}

; Floating-point numbers are moved like others.
; CHECK-LABEL: @floats_8x4(
; CHECK-NOT: shufflevector <32 x float>
; CHECK: store <32 x float>
define void @floats_8x4(ptr noalias %p, ptr noalias %q) {
  %a = load <32 x float>, ptr %p, align 1
  %r = shufflevector <32 x float> %a, <32 x float> poison, <32 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30, i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
  store <32 x float> %r, ptr %q, align 1
  ret void
}

define void @doubles_4x4(ptr noalias %p, ptr noalias %q) {
  %a = load <16 x double>, ptr %p, align 1
  %r = shufflevector <16 x double> %a, <16 x double> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 1, i32 5, i32 9, i32 13, i32 2, i32 6, i32 10, i32 14, i32 3, i32 7, i32 11, i32 15>
  store <16 x double> %r, ptr %q, align 1
  ret void
}

define void @four_streams(ptr noalias %p, ptr noalias %q) {
  %a = load <64 x i16>, ptr %p, align 1
  %r = shufflevector <64 x i16> %a, <64 x i16> poison, <64 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60, i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 33, i32 37, i32 41, i32 45, i32 49, i32 53, i32 57, i32 61, i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30, i32 34, i32 38, i32 42, i32 46, i32 50, i32 54, i32 58, i32 62, i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  store <64 x i16> %r, ptr %q, align 1
  ret void
}

define void @reversed_numbers(ptr noalias %p, ptr noalias %q) {
  %a = load <32 x i32>, ptr %p, align 1
  %r = shufflevector <32 x i32> %a, <32 x i32> poison, <32 x i32> <i32 0, i32 16, i32 8, i32 24, i32 4, i32 20, i32 12, i32 28, i32 2, i32 18, i32 10, i32 26, i32 6, i32 22, i32 14, i32 30, i32 1, i32 17, i32 9, i32 25, i32 5, i32 21, i32 13, i32 29, i32 3, i32 19, i32 11, i32 27, i32 7, i32 23, i32 15, i32 31>
  store <32 x i32> %r, ptr %q, align 1
  ret void
}

; In two steps that LLVM sees as one by one, from two loads.
define void @two_steps(ptr noalias %p, ptr noalias %q) {
  %a = load <32 x i8>, ptr %p, align 1
  %p2 = getelementptr i8, ptr %p, i64 32
  %b = load <32 x i8>, ptr %p2, align 1
  %e = shufflevector <32 x i8> %a, <32 x i8> %b, <32 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62>
  %o = shufflevector <32 x i8> %a, <32 x i8> %b, <32 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45, i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63>
  %r = shufflevector <32 x i8> %e, <32 x i8> %o, <32 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62>
  %s = shufflevector <32 x i8> %e, <32 x i8> %o, <32 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45, i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63>
  store <32 x i8> %r, ptr %q, align 1
  %q2 = getelementptr i8, ptr %q, i64 32
  store <32 x i8> %s, ptr %q2, align 1
  ret void
}
