; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Truncations to small fields: gathered in lanes by doubling or multiplication.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 45
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 45
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 40
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 30
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 24

; CHECK-LABEL: @trunc4(
define void @trunc4(ptr %p, ptr %r) {
  %a = load <32 x i8>, ptr %p
  %c = trunc <32 x i8> %a to <32 x i4>
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @trunc2(
define void @trunc2(ptr %p, ptr %r) {
  %a = load <64 x i8>, ptr %p
  %c = trunc <64 x i8> %a to <64 x i2>
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @trunc4from16(
define void @trunc4from16(ptr %p, ptr %r) {
  %a = load <16 x i16>, ptr %p
  %c = trunc <16 x i16> %a to <16 x i4>
  store <16 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @trunc4from32(
define void @trunc4from32(ptr %p, ptr %r) {
  %a = load <16 x i32>, ptr %p
  %c = trunc <16 x i32> %a to <16 x i4>
  store <16 x i4> %c, ptr %r
  ret void
}


; bytes to pairs and quarters by multiplication, in registers as wide as there are
; CHECK-LABEL: @quarters(
; CHECK-COUNT-2: call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> <i8 1, i8 4,
; CHECK-COUNT-2: call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> <i16 1, i16 16,
; CHECK-NOT: pmadd
; CHECK: ret void
define void @quarters(ptr %p, ptr %q) "target-cpu"="x86-64-v3" "lanesmith"="always" {
  %x = load <64 x i8>, ptr %p
  %t = trunc <64 x i8> %x to <64 x i2>
  store <64 x i2> %t, ptr %q
  ret void
}
