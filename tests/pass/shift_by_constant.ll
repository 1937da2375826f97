; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shifts, rotations and funnel shifts by one constant have operations of their own, much shorter than those by a variable.
; (fshr by 0 is left to the general operation.)
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 60

; CHECK-NOT: <64 x i2>
; CHECK-NOT: <32 x i4>

; CHECK-LABEL: @shl2_1(
; CHECK: store <2 x i64>
define void @shl2_1(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = shl <64 x i2> %a, splat (i2 1)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @lshr2_1(
; CHECK: store <2 x i64>
define void @lshr2_1(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = lshr <64 x i2> %a, splat (i2 1)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ashr2_1(
; CHECK: store <2 x i64>
define void @ashr2_1(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = ashr <64 x i2> %a, splat (i2 1)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl2_0(
; CHECK: store <2 x i64>
define void @fshl2_0(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.fshl.v64i2(<64 x i2> %a, <64 x i2> %b, <64 x i2> splat (i2 0))
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl2_1(
; CHECK: store <2 x i64>
define void @fshl2_1(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.fshl.v64i2(<64 x i2> %a, <64 x i2> %b, <64 x i2> splat (i2 1))
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl2_rotate(
; CHECK: store <2 x i64>
define void @fshl2_rotate(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.fshl.v64i2(<64 x i2> %a, <64 x i2> %a, <64 x i2> splat (i2 1))
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr2_0(
; CHECK: store <2 x i64>
define void @fshr2_0(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.fshr.v64i2(<64 x i2> %a, <64 x i2> %b, <64 x i2> splat (i2 0))
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr2_1(
; CHECK: store <2 x i64>
define void @fshr2_1(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.fshr.v64i2(<64 x i2> %a, <64 x i2> %b, <64 x i2> splat (i2 1))
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr2_rotate(
; CHECK: store <2 x i64>
define void @fshr2_rotate(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.fshr.v64i2(<64 x i2> %a, <64 x i2> %a, <64 x i2> splat (i2 1))
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @shl4_1(
; CHECK: store <2 x i64>
define void @shl4_1(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = shl <32 x i4> %a, splat (i4 1)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @shl4_3(
; CHECK: store <2 x i64>
define void @shl4_3(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = shl <32 x i4> %a, splat (i4 3)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @lshr4_1(
; CHECK: store <2 x i64>
define void @lshr4_1(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = lshr <32 x i4> %a, splat (i4 1)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @lshr4_3(
; CHECK: store <2 x i64>
define void @lshr4_3(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = lshr <32 x i4> %a, splat (i4 3)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ashr4_1(
; CHECK: store <2 x i64>
define void @ashr4_1(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = ashr <32 x i4> %a, splat (i4 1)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ashr4_3(
; CHECK: store <2 x i64>
define void @ashr4_3(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = ashr <32 x i4> %a, splat (i4 3)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl4_0(
; CHECK: store <2 x i64>
define void @fshl4_0(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.fshl.v32i4(<32 x i4> %a, <32 x i4> %b, <32 x i4> splat (i4 0))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl4_1(
; CHECK: store <2 x i64>
define void @fshl4_1(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.fshl.v32i4(<32 x i4> %a, <32 x i4> %b, <32 x i4> splat (i4 1))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl4_3(
; CHECK: store <2 x i64>
define void @fshl4_3(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.fshl.v32i4(<32 x i4> %a, <32 x i4> %b, <32 x i4> splat (i4 3))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshl4_rotate(
; CHECK: store <2 x i64>
define void @fshl4_rotate(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.fshl.v32i4(<32 x i4> %a, <32 x i4> %a, <32 x i4> splat (i4 1))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr4_0(
; CHECK: store <2 x i64>
define void @fshr4_0(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.fshr.v32i4(<32 x i4> %a, <32 x i4> %b, <32 x i4> splat (i4 0))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr4_1(
; CHECK: store <2 x i64>
define void @fshr4_1(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.fshr.v32i4(<32 x i4> %a, <32 x i4> %b, <32 x i4> splat (i4 1))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr4_3(
; CHECK: store <2 x i64>
define void @fshr4_3(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.fshr.v32i4(<32 x i4> %a, <32 x i4> %b, <32 x i4> splat (i4 3))
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @fshr4_rotate(
; CHECK: store <2 x i64>
define void @fshr4_rotate(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.fshr.v32i4(<32 x i4> %a, <32 x i4> %a, <32 x i4> splat (i4 1))
  store <32 x i4> %c, ptr %r
  ret void
}

