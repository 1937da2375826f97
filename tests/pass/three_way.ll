; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Saturating shifts and three-way compares: ordinary operations.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 170
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 120
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 110

; CHECK-LABEL: @ushl_2(
; CHECK-NOT: call {{.*}}shl.sat
define void @ushl_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.ushl.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

; CHECK-LABEL: @ushl_4(
; CHECK-NOT: call {{.*}}shl.sat
define void @ushl_4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.ushl.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %x, ptr %r
  ret void
}

; CHECK-LABEL: @sshl_2(
; CHECK-NOT: call {{.*}}shl.sat
define void @sshl_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.sshl.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

; CHECK-LABEL: @sshl_4(
; CHECK-NOT: call {{.*}}shl.sat
define void @sshl_4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.sshl.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %x, ptr %r
  ret void
}

; CHECK-LABEL: @ucmp_2_2(
; CHECK-NOT: call {{.*}}ucmp
define void @ucmp_2_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.ucmp.v64i2.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

; CHECK-LABEL: @ucmp_4_2(
; CHECK-NOT: call {{.*}}ucmp
define void @ucmp_4_2(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i2> @llvm.ucmp.v32i2.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i2> %x, ptr %r
  ret void
}

; CHECK-LABEL: @ucmp_4_8(
; CHECK-NOT: call {{.*}}ucmp
define void @ucmp_4_8(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i8> @llvm.ucmp.v32i8.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i8> %x, ptr %r
  ret void
}

; CHECK-LABEL: @scmp_2_2(
; CHECK-NOT: call {{.*}}scmp
define void @scmp_2_2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.scmp.v64i2.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %x, ptr %r
  ret void
}

; CHECK-LABEL: @scmp_4_2(
; CHECK-NOT: call {{.*}}scmp
define void @scmp_4_2(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i2> @llvm.scmp.v32i2.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i2> %x, ptr %r
  ret void
}

; CHECK-LABEL: @scmp_4_8(
; CHECK-NOT: call {{.*}}scmp
define void @scmp_4_8(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i8> @llvm.scmp.v32i8.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i8> %x, ptr %r
  ret void
}
