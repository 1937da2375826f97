; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where fields are few, or LLVM makes little of them, lowered code has nothing to gain, and stays away.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 90

; CHECK-LABEL: @divide_few(
; CHECK: udiv <2 x i4>
define void @divide_few(ptr %p, ptr %q) {
  %a = load <2 x i4>, ptr %p
  %b = load <2 x i4>, ptr %q
  %r = udiv <2 x i4> %a, %b
  store <2 x i4> %r, ptr %p
  ret void
}

; By reciprocals in words, or as floating-point numbers: at most 25 instructions for 109.
; CHECK-LABEL: @divide_eight(
; CHECK-NOT: udiv <8 x i4>
; CHECK: ret void
define void @divide_eight(ptr %p, ptr %q) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %r = udiv <8 x i4> %a, %b
  store <8 x i4> %r, ptr %p
  ret void
}

; CHECK-LABEL: @divide_many(
; CHECK-NOT: udiv <16 x i4>
; CHECK: ret
define <16 x i4> @divide_many(ptr %p, ptr %q) {
  %a = load <16 x i4>, ptr %p
  %r = udiv <16 x i4> %a, splat (i4 3)
  store <16 x i4> %r, ptr %q
  ret <16 x i4> %r
}

; One field is read, a few words are made of it.
; CHECK-LABEL: @splat(
; CHECK: shufflevector <3 x i12>
define void @splat(ptr %p, ptr %q) {
  %a = load <3 x i12>, ptr %p
  %r = shufflevector <3 x i12> %a, <3 x i12> poison, <3 x i32> splat (i32 1)
  store <3 x i12> %r, ptr %q
  ret void
}

; CHECK-LABEL: @cast_few(
; CHECK: trunc <3 x i16>
define void @cast_few(ptr %p, ptr %q) {
  %a = load <3 x i16>, ptr %p
  %r = trunc <3 x i16> %a to <3 x i5>
  store <3 x i5> %r, ptr %q
  ret void
}

; CHECK-LABEL: @cast_more(
; CHECK-NOT: x i20>
; CHECK: ret
define void @cast_more(ptr %p, ptr %q) {
  %a = load <7 x i20>, ptr %p
  %r = zext <7 x i20> %a to <7 x i32>
  store <7 x i32> %r, ptr %q
  ret void
}
