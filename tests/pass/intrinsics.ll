; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Intrinsics on fields of 2 and 4 bits become the table's sequences.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 30
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 22
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 24
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 22
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 20

; CHECK-NOT: call <{{[0-9]+}} x i

; CHECK-LABEL: @umin2(
; CHECK: store <2 x i64>
define void @umin2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.umin.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @umax2(
; CHECK: store <2 x i64>
define void @umax2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.umax.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @smin2(
; CHECK: store <2 x i64>
define void @smin2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.smin.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @smax2(
; CHECK: store <2 x i64>
define void @smax2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.smax.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @uadd_sat2(
; CHECK: store <2 x i64>
define void @uadd_sat2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.uadd.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @usub_sat2(
; CHECK: store <2 x i64>
define void @usub_sat2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.usub.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sadd_sat2(
; CHECK: store <2 x i64>
define void @sadd_sat2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.sadd.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ssub_sat2(
; CHECK: store <2 x i64>
define void @ssub_sat2(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.ssub.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ctpop2(
; CHECK: store <2 x i64>
define void @ctpop2(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.ctpop.v64i2(<64 x i2> %a)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @bitreverse2(
; CHECK: store <2 x i64>
define void @bitreverse2(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.bitreverse.v64i2(<64 x i2> %a)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @abs2_false(
; CHECK: store <2 x i64>
define void @abs2_false(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.abs.v64i2(<64 x i2> %a, i1 false)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @abs2_true(
; CHECK: store <2 x i64>
define void @abs2_true(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.abs.v64i2(<64 x i2> %a, i1 true)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ctlz2_false(
; CHECK: store <2 x i64>
define void @ctlz2_false(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.ctlz.v64i2(<64 x i2> %a, i1 false)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ctlz2_true(
; CHECK: store <2 x i64>
define void @ctlz2_true(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.ctlz.v64i2(<64 x i2> %a, i1 true)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @cttz2_false(
; CHECK: store <2 x i64>
define void @cttz2_false(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.cttz.v64i2(<64 x i2> %a, i1 false)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @cttz2_true(
; CHECK: store <2 x i64>
define void @cttz2_true(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = call <64 x i2> @llvm.cttz.v64i2(<64 x i2> %a, i1 true)
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @umin4(
; CHECK: store <2 x i64>
define void @umin4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.umin.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @umax4(
; CHECK: store <2 x i64>
define void @umax4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.umax.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @smin4(
; CHECK: store <2 x i64>
define void @smin4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.smin.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @smax4(
; CHECK: store <2 x i64>
define void @smax4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.smax.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @uadd_sat4(
; CHECK: store <2 x i64>
define void @uadd_sat4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.uadd.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @usub_sat4(
; CHECK: store <2 x i64>
define void @usub_sat4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.usub.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sadd_sat4(
; CHECK: store <2 x i64>
define void @sadd_sat4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.sadd.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ssub_sat4(
; CHECK: store <2 x i64>
define void @ssub_sat4(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.ssub.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ctpop4(
; CHECK: store <2 x i64>
define void @ctpop4(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.ctpop.v32i4(<32 x i4> %a)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @bitreverse4(
; CHECK: store <2 x i64>
define void @bitreverse4(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.bitreverse.v32i4(<32 x i4> %a)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @abs4_false(
; CHECK: store <2 x i64>
define void @abs4_false(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.abs.v32i4(<32 x i4> %a, i1 false)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @abs4_true(
; CHECK: store <2 x i64>
define void @abs4_true(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.abs.v32i4(<32 x i4> %a, i1 true)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ctlz4_false(
; CHECK: store <2 x i64>
define void @ctlz4_false(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.ctlz.v32i4(<32 x i4> %a, i1 false)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ctlz4_true(
; CHECK: store <2 x i64>
define void @ctlz4_true(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.ctlz.v32i4(<32 x i4> %a, i1 true)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @cttz4_false(
; CHECK: store <2 x i64>
define void @cttz4_false(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.cttz.v32i4(<32 x i4> %a, i1 false)
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @cttz4_true(
; CHECK: store <2 x i64>
define void @cttz4_true(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.cttz.v32i4(<32 x i4> %a, i1 true)
  store <32 x i4> %c, ptr %r
  ret void
}

