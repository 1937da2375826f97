; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields of 9 to 31 bits become words and doublewords, and back: each lane gets the bytes that hold its field, and its own shift. Fields of 6
; bits, as base64 has them, become bytes so.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 30

; CHECK-NOT: {{zext|sext|trunc}} <{{[0-9]+}} x i{{(6|9|10|12|15|21|24|31)}}>
; CHECK-NOT: to <{{[0-9]+}} x i{{(6|9|10|12|15|21|24|31)}}>

; CHECK-LABEL: @zext10(
define void @zext10(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i10>, ptr %p
  %r = zext <8 x i10> %a to <8 x i16>
  store <8 x i16> %r, ptr %q
  ret void
}

; CHECK-LABEL: @sext10(
define void @sext10(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i10>, ptr %p
  %r = sext <16 x i10> %a to <16 x i16>
  store <16 x i16> %r, ptr %q
  ret void
}

; CHECK-LABEL: @trunc10(
define void @trunc10(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i16>, ptr %p
  %r = trunc <16 x i16> %a to <16 x i10>
  store <16 x i10> %r, ptr %q
  ret void
}

; CHECK-LABEL: @zext12(
define void @zext12(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i12>, ptr %p
  %r = zext <16 x i12> %a to <16 x i16>
  store <16 x i16> %r, ptr %q
  ret void
}

; CHECK-LABEL: @sext12(
define void @sext12(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %r = sext <8 x i12> %a to <8 x i32>
  store <8 x i32> %r, ptr %q
  ret void
}

; CHECK-LABEL: @trunc12(
define void @trunc12(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i16>, ptr %p
  %r = trunc <16 x i16> %a to <16 x i12>
  store <16 x i12> %r, ptr %q
  ret void
}

; CHECK-LABEL: @zext9(
define void @zext9(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i9>, ptr %p
  %r = zext <8 x i9> %a to <8 x i16>
  store <8 x i16> %r, ptr %q
  ret void
}

; CHECK-LABEL: @zext15(
define void @zext15(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i15>, ptr %p
  %r = zext <8 x i15> %a to <8 x i16>
  store <8 x i16> %r, ptr %q
  ret void
}

; CHECK-LABEL: @trunc15(
define void @trunc15(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i16>, ptr %p
  %r = trunc <8 x i16> %a to <8 x i15>
  store <8 x i15> %r, ptr %q
  ret void
}

; CHECK-LABEL: @zext21(
define void @zext21(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i21>, ptr %p
  %r = zext <8 x i21> %a to <8 x i32>
  store <8 x i32> %r, ptr %q
  ret void
}

; CHECK-LABEL: @sext24(
define void @sext24(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %r = sext <8 x i24> %a to <8 x i32>
  store <8 x i32> %r, ptr %q
  ret void
}

; CHECK-LABEL: @trunc24(
define void @trunc24(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i32>, ptr %p
  %r = trunc <8 x i32> %a to <8 x i24>
  store <8 x i24> %r, ptr %q
  ret void
}

; CHECK-LABEL: @zext31(
define void @zext31(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i31>, ptr %p
  %r = zext <8 x i31> %a to <8 x i64>
  store <8 x i64> %r, ptr %q
  ret void
}

; CHECK-LABEL: @trunc31(
define void @trunc31(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i32>, ptr %p
  %r = trunc <8 x i32> %a to <8 x i31>
  store <8 x i31> %r, ptr %q
  ret void
}

; CHECK-LABEL: @zext6(
define void @zext6(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i6>, ptr %p
  %r = zext <32 x i6> %a to <32 x i8>
  store <32 x i8> %r, ptr %q
  ret void
}

; CHECK-LABEL: @sext6(
define void @sext6(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i6>, ptr %p
  %r = sext <16 x i6> %a to <16 x i8>
  store <16 x i8> %r, ptr %q
  ret void
}

; CHECK-LABEL: @trunc6(
define void @trunc6(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i8>, ptr %p
  %r = trunc <32 x i8> %a to <32 x i6>
  store <32 x i6> %r, ptr %q
  ret void
}

; CHECK-LABEL: @float12(
define void @float12(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %r = sitofp <8 x i12> %a to <8 x float>
  store <8 x float> %r, ptr %q
  ret void
}

; CHECK-LABEL: @float24(
define void @float24(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %r = uitofp <8 x i24> %a to <8 x float>
  store <8 x float> %r, ptr %q
  ret void
}

; CHECK-LABEL: @from_float(
define void @from_float(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x float>, ptr %p
  %r = fptosi <8 x float> %a to <8 x i24>
  store <8 x i24> %r, ptr %q
  ret void
}

; CHECK-LABEL: @between(
define void @between(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %r = zext <8 x i12> %a to <8 x i24>
  store <8 x i24> %r, ptr %q
  ret void
}

; CHECK-LABEL: @between_small(
define void @between_small(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i10>, ptr %p
  %r = trunc <16 x i10> %a to <16 x i4>
  store <16 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @from_small(
define void @from_small(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i3>, ptr %p
  %r = sext <16 x i3> %a to <16 x i12>
  store <16 x i12> %r, ptr %q
  ret void
}

