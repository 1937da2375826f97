; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector that is extended, and again with its elements moved along, is extended once: whole bytes are moved. The values that move in
; at the ends may be any; other movements, and other extensions, are left as they were.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 30

; CHECK-LABEL: @row_sum(
; CHECK: shufflevector <16 x i8> %{{.*}}, <16 x i8> poison, <16 x i32> <i32 0, i32 0, i32 1,
; CHECK: shufflevector <16 x i8> %{{.*}}, <16 x i8> poison, <16 x i32> <i32 1, i32 2,
define <16 x i8> @row_sum(ptr %p) {
  %x = load <16 x i4>, ptr %p
  %l = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %r = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison>
  %a = zext <16 x i4> %l to <16 x i8>
  %b = zext <16 x i4> %x to <16 x i8>
  %c = zext <16 x i4> %r to <16 x i8>
  %s = add <16 x i8> %a, %b
  %t = add <16 x i8> %s, %c
  ret <16 x i8> %t
}

; CHECK-LABEL: @slopes(
; CHECK: shufflevector <16 x i8> %{{.*}}, <16 x i8> poison, <16 x i32> <i32 poison, i32 0,
define <16 x i8> @slopes(ptr %p) {
  %x = load <16 x i4>, ptr %p
  %l = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 poison, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %a = sext <16 x i4> %l to <16 x i8>
  %b = sext <16 x i4> %x to <16 x i8>
  %s = sub <16 x i8> %b, %a
  ret <16 x i8> %s
}

; nothing is shared
; CHECK-LABEL: @other_extension(
; CHECK-NOT: <16 x i32> <i32 0, i32 0, i32 1, i32 2,
define <16 x i8> @other_extension(ptr %p) {
  %x = load <16 x i4>, ptr %p
  %l = shufflevector <16 x i4> %x, <16 x i4> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %a = zext <16 x i4> %l to <16 x i8>
  %b = sext <16 x i4> %x to <16 x i8>
  %s = add <16 x i8> %a, %b
  ret <16 x i8> %s
}

; no distance is that of most
; CHECK-LABEL: @reversed(
; CHECK-NOT: <8 x i32> <i32 7, i32 6, i32 5,
; CHECK: ret
define <8 x i8> @reversed(ptr %p) {
  %x = load <8 x i4>, ptr %p
  %l = shufflevector <8 x i4> %x, <8 x i4> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %a = zext <8 x i4> %l to <8 x i8>
  %b = zext <8 x i4> %x to <8 x i8>
  %s = add <8 x i8> %a, %b
  ret <8 x i8> %s
}

; two users of what was moved, and two vectors that are moved together
; CHECK-LABEL: @kept(
define <8 x i8> @kept(ptr %p, ptr %q) {
  %x = load <8 x i4>, ptr %p
  %y = load <8 x i4>, ptr %q
  %l = shufflevector <8 x i4> %x, <8 x i4> poison, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 7>
  %m = shufflevector <8 x i4> %x, <8 x i4> %y, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>
  store <8 x i4> %l, ptr %q
  %a = zext <8 x i4> %l to <8 x i8>
  %b = zext <8 x i4> %x to <8 x i8>
  %c = zext <8 x i4> %m to <8 x i8>
  %s = add <8 x i8> %a, %b
  %t = add <8 x i8> %s, %c
  ret <8 x i8> %t
}

; flags of the extension are dropped
; CHECK-LABEL: @not_negative(
; CHECK: shufflevector <8 x i16>
define <8 x i16> @not_negative(ptr %p) {
  %x = load <8 x i2>, ptr %p
  %l = shufflevector <8 x i2> %x, <8 x i2> poison, <8 x i32> <i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0, i32 1>
  %a = zext nneg <8 x i2> %l to <8 x i16>
  %b = zext <8 x i2> %x to <8 x i16>
  %s = mul <8 x i16> %a, %b
  ret <8 x i16> %s
}
