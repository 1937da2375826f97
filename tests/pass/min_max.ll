; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; instcombine makes intrinsics of compares with selects; the pass takes them apart again where the table has no lowering
; of the whole.
; RUN: %lower %s | %check %s
; RUN: %lower-o2 %s | %check %s

; CHECK-LABEL: @maximum(
; CHECK-NOT: <64 x i
; CHECK: ret void
define void @maximum(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ugt <64 x i2> %a, %b
  %m = select <64 x i1> %k, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %m, ptr %r
  ret void
}

; CHECK-LABEL: @saturating(
; CHECK-NOT: <64 x i
; CHECK: ret void
define void @saturating(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = call <64 x i2> @llvm.uadd.sat.v64i2(<64 x i2> %a, <64 x i2> %b)
  %d = call <64 x i2> @llvm.usub.sat.v64i2(<64 x i2> %c, <64 x i2> %a)
  %e = call <64 x i2> @llvm.smin.v64i2(<64 x i2> %d, <64 x i2> %b)
  store <64 x i2> %e, ptr %r
  ret void
}
