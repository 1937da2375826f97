; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Casts to 16, 32 and 64 bits go by way of bytes, or in one register by a shift of every lane; vectors of every length.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 115
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 115
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 80
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 80
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 70

; CHECK-LABEL: @z16(
define void @z16(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = zext <32 x i4> %a to <32 x i16>
  store <32 x i16> %c, ptr %r
  ret void
}

; CHECK-LABEL: @s32(
define void @s32(ptr %p, ptr %r) {
  %a = load <16 x i4>, ptr %p
  %c = sext <16 x i4> %a to <16 x i32>
  store <16 x i32> %c, ptr %r
  ret void
}

; CHECK-LABEL: @z64(
define void @z64(ptr %p, ptr %r) {
  %a = load <8 x i2>, ptr %p
  %c = zext <8 x i2> %a to <8 x i64>
  store <8 x i64> %c, ptr %r
  ret void
}

; CHECK-LABEL: @s16(
define void @s16(ptr %p, ptr %r) {
  %a = load <12 x i4>, ptr %p
  %c = sext <12 x i4> %a to <12 x i16>
  store <12 x i16> %c, ptr %r
  ret void
}

; CHECK-LABEL: @z8(
define void @z8(ptr %p, ptr %r) {
  %a = load <6 x i4>, ptr %p
  %c = zext <6 x i4> %a to <6 x i8>
  store <6 x i8> %c, ptr %r
  ret void
}

; CHECK-LABEL: @many(
define void @many(ptr %p, ptr %r) {
  %a = load <256 x i4>, ptr %p
  %c = sext <256 x i4> %a to <256 x i8>
  store <256 x i8> %c, ptr %r
  ret void
}

; CHECK-LABEL: @one_register(
; CHECK: lshr <8 x i32>
define <8 x i32> @one_register(i32 noundef %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i32 %x to <8 x i4>
  %z = zext <8 x i4> %v to <8 x i32>
  ret <8 x i32> %z
}

; CHECK-LABEL: @one_register_signed(
; CHECK: ashr <8 x i32>
define <8 x i32> @one_register_signed(i32 noundef %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i32 %x to <8 x i4>
  %z = sext <8 x i4> %v to <8 x i32>
  ret <8 x i32> %z
}
