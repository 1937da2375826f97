; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shuffles of shuffles become one.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 70
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 70

; CHECK-LABEL: @two(
define void @two(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %x = shufflevector <64 x i2> %a, <64 x i2> poison, <64 x i32> <i32 21, i32 31, i32 20, i32 46, i32 8, i32 47, i32 41, i32 52, i32 26, i32 50, i32 13, i32 17, i32 58, i32 22, i32 53, i32 15, i32 42, i32 27, i32 16, i32 63, i32 18, i32 23, i32 61, i32 14, i32 24, i32 48, i32 43, i32 7, i32 36, i32 45, i32 1, i32 3, i32 4, i32 33, i32 0, i32 10, i32 44, i32 25, i32 38, i32 2, i32 34, i32 5, i32 9, i32 19, i32 56, i32 6, i32 51, i32 39, i32 40, i32 30, i32 62, i32 11, i32 12, i32 37, i32 60, i32 32, i32 28, i32 29, i32 49, i32 59, i32 54, i32 35, i32 55, i32 57>
  %y = shufflevector <64 x i2> %x, <64 x i2> poison, <64 x i32> <i32 11, i32 28, i32 8, i32 29, i32 9, i32 23, i32 2, i32 32, i32 27, i32 48, i32 39, i32 44, i32 55, i32 10, i32 20, i32 46, i32 35, i32 16, i32 45, i32 57, i32 38, i32 34, i32 41, i32 15, i32 14, i32 52, i32 33, i32 47, i32 22, i32 31, i32 42, i32 7, i32 51, i32 50, i32 37, i32 19, i32 5, i32 21, i32 17, i32 12, i32 40, i32 61, i32 53, i32 26, i32 58, i32 56, i32 30, i32 63, i32 60, i32 13, i32 0, i32 43, i32 1, i32 62, i32 24, i32 18, i32 54, i32 59, i32 25, i32 6, i32 49, i32 36, i32 4, i32 3>
  store <64 x i2> %y, ptr %r
  ret void
}

; CHECK-LABEL: @back(
; CHECK-NOT: shufflevector
define void @back(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %x = shufflevector <64 x i2> %a, <64 x i2> poison, <64 x i32> <i32 21, i32 31, i32 20, i32 46, i32 8, i32 47, i32 41, i32 52, i32 26, i32 50, i32 13, i32 17, i32 58, i32 22, i32 53, i32 15, i32 42, i32 27, i32 16, i32 63, i32 18, i32 23, i32 61, i32 14, i32 24, i32 48, i32 43, i32 7, i32 36, i32 45, i32 1, i32 3, i32 4, i32 33, i32 0, i32 10, i32 44, i32 25, i32 38, i32 2, i32 34, i32 5, i32 9, i32 19, i32 56, i32 6, i32 51, i32 39, i32 40, i32 30, i32 62, i32 11, i32 12, i32 37, i32 60, i32 32, i32 28, i32 29, i32 49, i32 59, i32 54, i32 35, i32 55, i32 57>
  %y = shufflevector <64 x i2> %x, <64 x i2> poison, <64 x i32> <i32 34, i32 30, i32 39, i32 31, i32 32, i32 41, i32 45, i32 27, i32 4, i32 42, i32 35, i32 51, i32 52, i32 10, i32 23, i32 15, i32 18, i32 11, i32 20, i32 43, i32 2, i32 0, i32 13, i32 21, i32 24, i32 37, i32 8, i32 17, i32 56, i32 57, i32 49, i32 1, i32 55, i32 33, i32 40, i32 61, i32 28, i32 53, i32 38, i32 47, i32 48, i32 6, i32 16, i32 26, i32 36, i32 29, i32 3, i32 5, i32 25, i32 58, i32 9, i32 46, i32 7, i32 14, i32 60, i32 62, i32 44, i32 63, i32 12, i32 59, i32 54, i32 22, i32 50, i32 19>
  store <64 x i2> %y, ptr %r
  ret void
}

; CHECK-LABEL: @of_two_sources(
define void @of_two_sources(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = shufflevector <64 x i2> %a, <64 x i2> poison, <64 x i32> <i32 21, i32 31, i32 20, i32 46, i32 8, i32 47, i32 41, i32 52, i32 26, i32 50, i32 13, i32 17, i32 58, i32 22, i32 53, i32 15, i32 42, i32 27, i32 16, i32 63, i32 18, i32 23, i32 61, i32 14, i32 24, i32 48, i32 43, i32 7, i32 36, i32 45, i32 1, i32 3, i32 4, i32 33, i32 0, i32 10, i32 44, i32 25, i32 38, i32 2, i32 34, i32 5, i32 9, i32 19, i32 56, i32 6, i32 51, i32 39, i32 40, i32 30, i32 62, i32 11, i32 12, i32 37, i32 60, i32 32, i32 28, i32 29, i32 49, i32 59, i32 54, i32 35, i32 55, i32 57>
  %z = shufflevector <64 x i2> %b, <64 x i2> poison, <64 x i32> <i32 11, i32 28, i32 8, i32 29, i32 9, i32 23, i32 2, i32 32, i32 27, i32 48, i32 39, i32 44, i32 55, i32 10, i32 20, i32 46, i32 35, i32 16, i32 45, i32 57, i32 38, i32 34, i32 41, i32 15, i32 14, i32 52, i32 33, i32 47, i32 22, i32 31, i32 42, i32 7, i32 51, i32 50, i32 37, i32 19, i32 5, i32 21, i32 17, i32 12, i32 40, i32 61, i32 53, i32 26, i32 58, i32 56, i32 30, i32 63, i32 60, i32 13, i32 0, i32 43, i32 1, i32 62, i32 24, i32 18, i32 54, i32 59, i32 25, i32 6, i32 49, i32 36, i32 4, i32 3>
  %y = shufflevector <64 x i2> %x, <64 x i2> %z, <64 x i32> <i32 114, i32 30, i32 70, i32 31, i32 126, i32 41, i32 123, i32 27, i32 66, i32 42, i32 77, i32 51, i32 103, i32 10, i32 88, i32 15, i32 81, i32 11, i32 119, i32 43, i32 78, i32 0, i32 92, i32 21, i32 118, i32 37, i32 107, i32 17, i32 65, i32 57, i32 110, i32 1, i32 71, i32 33, i32 85, i32 61, i32 125, i32 53, i32 84, i32 47, i32 104, i32 6, i32 94, i32 26, i32 75, i32 29, i32 79, i32 5, i32 73, i32 58, i32 97, i32 46, i32 89, i32 14, i32 120, i32 62, i32 109, i32 63, i32 108, i32 59, i32 112, i32 22, i32 117, i32 19>
  store <64 x i2> %y, ptr %r
  ret void
}

; CHECK-LABEL: @with_poison(
define void @with_poison(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %x = shufflevector <64 x i2> %a, <64 x i2> poison, <64 x i32> <i32 poison, i32 31, i32 20, i32 46, i32 8, i32 poison, i32 41, i32 52, i32 26, i32 50, i32 poison, i32 17, i32 58, i32 22, i32 53, i32 poison, i32 42, i32 27, i32 16, i32 63, i32 poison, i32 23, i32 61, i32 14, i32 24, i32 poison, i32 43, i32 7, i32 36, i32 45, i32 poison, i32 3, i32 4, i32 33, i32 0, i32 poison, i32 44, i32 25, i32 38, i32 2, i32 poison, i32 5, i32 9, i32 19, i32 56, i32 poison, i32 51, i32 39, i32 40, i32 30, i32 poison, i32 11, i32 12, i32 37, i32 60, i32 poison, i32 28, i32 29, i32 49, i32 59, i32 poison, i32 35, i32 55, i32 57>
  %y = shufflevector <64 x i2> %x, <64 x i2> poison, <64 x i32> <i32 poison, i32 28, i32 8, i32 29, i32 9, i32 23, i32 2, i32 poison, i32 27, i32 48, i32 39, i32 44, i32 55, i32 10, i32 poison, i32 46, i32 35, i32 16, i32 45, i32 57, i32 38, i32 poison, i32 41, i32 15, i32 14, i32 52, i32 33, i32 47, i32 poison, i32 31, i32 42, i32 7, i32 51, i32 50, i32 37, i32 poison, i32 5, i32 21, i32 17, i32 12, i32 40, i32 61, i32 poison, i32 26, i32 58, i32 56, i32 30, i32 63, i32 60, i32 poison, i32 0, i32 43, i32 1, i32 62, i32 24, i32 18, i32 poison, i32 59, i32 25, i32 6, i32 49, i32 36, i32 4, i32 poison>
  store <64 x i2> %y, ptr %r
  ret void
}

; CHECK-LABEL: @used_twice(
define void @used_twice(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %x = shufflevector <64 x i2> %a, <64 x i2> poison, <64 x i32> <i32 63, i32 62, i32 61, i32 60, i32 59, i32 58, i32 57, i32 56, i32 55, i32 54, i32 53, i32 52, i32 51, i32 50, i32 49, i32 48, i32 47, i32 46, i32 45, i32 44, i32 43, i32 42, i32 41, i32 40, i32 39, i32 38, i32 37, i32 36, i32 35, i32 34, i32 33, i32 32, i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  store <64 x i2> %x, ptr %q
  %y = shufflevector <64 x i2> %x, <64 x i2> poison, <64 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14, i32 17, i32 16, i32 19, i32 18, i32 21, i32 20, i32 23, i32 22, i32 25, i32 24, i32 27, i32 26, i32 29, i32 28, i32 31, i32 30, i32 33, i32 32, i32 35, i32 34, i32 37, i32 36, i32 39, i32 38, i32 41, i32 40, i32 43, i32 42, i32 45, i32 44, i32 47, i32 46, i32 49, i32 48, i32 51, i32 50, i32 53, i32 52, i32 55, i32 54, i32 57, i32 56, i32 59, i32 58, i32 61, i32 60, i32 63, i32 62>
  store <64 x i2> %y, ptr %r
  ret void
}

; CHECK-LABEL: @shorter(
define void @shorter(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %x = shufflevector <64 x i2> %a, <64 x i2> poison, <32 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45, i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63>
  %y = shufflevector <32 x i2> %x, <32 x i2> poison, <32 x i32> <i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  store <32 x i2> %y, ptr %r
  ret void
}
