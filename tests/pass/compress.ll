; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Parallel deletion is the table's operation, wherever that has it: LLVM 19 compiles its own intrinsic
; wrongly for fields of less than a byte, or dies of it.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 30

declare <64 x i1> @llvm.experimental.vector.compress.v64i1(<64 x i1>, <64 x i1>, <64 x i1>)
declare <64 x i2> @llvm.experimental.vector.compress.v64i2(<64 x i2>, <64 x i1>, <64 x i2>)
declare <16 x i4> @llvm.experimental.vector.compress.v16i4(<16 x i4>, <16 x i1>, <16 x i4>)

; CHECK-LABEL: @bits(
; CHECK-NOT: compress
; CHECK: pext
define void @bits(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="x86-64-v3" {
  %x = load <64 x i1>, ptr %a
  %m = load <64 x i1>, ptr %b
  %y = call <64 x i1> @llvm.experimental.vector.compress.v64i1(<64 x i1> %x, <64 x i1> %m, <64 x i1> zeroinitializer)
  store <64 x i1> %y, ptr %r
  ret void
}

; CHECK-LABEL: @pairs(
; CHECK-NOT: vector.compress
; CHECK: store <2 x i64>
define void @pairs(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="icelake-server" {
  %x = load <64 x i2>, ptr %a
  %m = load <64 x i1>, ptr %b
  %y = call <64 x i2> @llvm.experimental.vector.compress.v64i2(<64 x i2> %x, <64 x i1> %m, <64 x i2> poison)
  store <64 x i2> %y, ptr %r
  ret void
}

; Fields and mask may be the same value.
; CHECK-LABEL: @same(
; CHECK-NOT: vector.compress
; CHECK: pext
define void @same(ptr noalias %r, ptr %a) "target-cpu"="x86-64-v3" {
  %x = load <64 x i1>, ptr %a
  %y = call <64 x i1> @llvm.experimental.vector.compress.v64i1(<64 x i1> %x, <64 x i1> %x, <64 x i1> zeroinitializer)
  store <64 x i1> %y, ptr %r
  ret void
}

; Behind what is kept the third operand stays.
; CHECK-LABEL: @nibbles(
; CHECK-NOT: vector.compress
; CHECK: llvm.ctpop.i16
; CHECK: store
define void @nibbles(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="x86-64-v3" {
  %x = load <16 x i4>, ptr %a
  %m = load <16 x i1>, ptr %b
  %z = load <16 x i4>, ptr %r
  %y = call <16 x i4> @llvm.experimental.vector.compress.v16i4(<16 x i4> %x, <16 x i1> %m, <16 x i4> %z)
  store <16 x i4> %y, ptr %r
  ret void
}
