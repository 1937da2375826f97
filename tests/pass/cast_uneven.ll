; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields that cross bytes: eight of them in a lane of 64 bits, moved apart by halves; and back.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 90
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 60

; CHECK-NOT: zext <{{[0-9]+}} x i{{[3567]}}>
; CHECK-NOT: sext <{{[0-9]+}} x i{{[3567]}}>
; CHECK-NOT: trunc <{{[0-9]+}} x i8> %{{.*}} to <{{[0-9]+}} x i{{[3567]}}>

; CHECK-LABEL: @zext3(
define <16 x i8> @zext3(ptr %p) {
  %a = load <16 x i3>, ptr %p
  %r = zext <16 x i3> %a to <16 x i8>
  ret <16 x i8> %r
}

; CHECK-LABEL: @sext3(
define <16 x i8> @sext3(ptr %p) {
  %a = load <16 x i3>, ptr %p
  %r = sext <16 x i3> %a to <16 x i8>
  ret <16 x i8> %r
}

; CHECK-LABEL: @sext5_wide(
define <8 x i32> @sext5_wide(ptr %p) {
  %a = load <8 x i5>, ptr %p
  %r = sext <8 x i5> %a to <8 x i32>
  ret <8 x i32> %r
}

; CHECK-LABEL: @zext6(
define <20 x i8> @zext6(ptr %p) {
  %a = load <20 x i6>, ptr %p
  %r = zext <20 x i6> %a to <20 x i8>
  ret <20 x i8> %r
}

; CHECK-LABEL: @trunc7(
define void @trunc7(<16 x i8> %a, ptr %p) {
  %r = trunc <16 x i8> %a to <16 x i7>
  store <16 x i7> %r, ptr %p
  ret void
}

; CHECK-LABEL: @trunc3(
define void @trunc3(<32 x i8> %a, ptr %p) {
  %r = trunc <32 x i8> %a to <32 x i3>
  store <32 x i3> %r, ptr %p
  ret void
}

; CHECK-LABEL: @sum5(
define void @sum5(ptr %p, ptr %q) {
  %a = load <16 x i5>, ptr %p
  %b = load <16 x i5>, ptr %q
  %s = add <16 x i5> %a, %b
  %w = zext <16 x i5> %s to <16 x i16>
  store <16 x i16> %w, ptr %q
  ret void
}

; CHECK-LABEL: @between(
define void @between(ptr %p, ptr %q) {
  %a = load <8 x i3>, ptr %p
  %r = sext <8 x i3> %a to <8 x i5>
  store <8 x i5> %r, ptr %q
  ret void
}

; CHECK-LABEL: @narrower(
define void @narrower(ptr %p, ptr %q) {
  %a = load <16 x i7>, ptr %p
  %r = trunc <16 x i7> %a to <16 x i4>
  store <16 x i4> %r, ptr %q
  ret void
}
