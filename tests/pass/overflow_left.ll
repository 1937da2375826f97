; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Arithmetic with overflow that is not taken apart, or not on small fields.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s

; Whole bytes are LLVM's.
; CHECK-LABEL: @bytes(
; CHECK: call { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow
define <16 x i8> @bytes(<16 x i8> %a, <16 x i8> %b) {
  %pair = call { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow.v16i8(<16 x i8> %a, <16 x i8> %b)
  %value = extractvalue { <16 x i8>, <16 x i1> } %pair, 0
  ret <16 x i8> %value
}

; A pair that goes elsewhere as a whole is left.
; CHECK-LABEL: @returned(
; CHECK: with.overflow
define { <64 x i2>, <64 x i1> } @returned(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %pair = call { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %a)
  ret { <64 x i2>, <64 x i1> } %pair
}

declare { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow.v16i8(<16 x i8>, <16 x i8>)
declare { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2>, <64 x i2>)

; What is not lowered, since conversions of the arguments would cost more than it gains, keeps its own way where that is LLVM's better one.
; CHECK-LABEL: @not_worth_it(
; CHECK: call <32 x i2> @llvm.ushl.sat.v32i2
define <32 x i2> @not_worth_it(<32 x i2> %a, <32 x i2> %b) {
  %s = call <32 x i2> @llvm.ushl.sat.v32i2(<32 x i2> %a, <32 x i2> %b)
  ret <32 x i2> %s
}

; CHECK-LABEL: @worth_it(
; CHECK-NOT: ushl.sat
; CHECK: ret void
define void @worth_it(ptr %p, ptr %q) {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %s = call <32 x i2> @llvm.ushl.sat.v32i2(<32 x i2> %a, <32 x i2> %b)
  store <32 x i2> %s, ptr %p
  ret void
}

declare <32 x i2> @llvm.ushl.sat.v32i2(<32 x i2>, <32 x i2>)
