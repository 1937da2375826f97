; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shifts of long integers by variables choose words by number, where the target can; LLVM's own way
; is by the stack. Elsewhere, and where no register is as wide, they stay.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 175

; CHECK-LABEL: @up(
; CHECK-NOT: i256
; CHECK: call <4 x i64> @llvm.fshl.v4i64
define void @up(ptr noalias %r, ptr %p, i32 %n) "target-cpu"="icelake-server" {
  %x = load i256, ptr %p
  %e = zext i32 %n to i256
  %s = shl i256 %x, %e
  store i256 %s, ptr %r
  ret void
}

; CHECK-LABEL: @down_with_signs(
; CHECK: ashr <4 x i64>
; CHECK: call <4 x i64> @llvm.fshr.v4i64
define void @down_with_signs(ptr noalias %r, ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %x = load i256, ptr %p
  %n = load i256, ptr %q
  %s = ashr i256 %x, %n
  store i256 %s, ptr %r
  ret void
}

; The amount of a rotation goes round.
; CHECK-LABEL: @round(
; CHECK: and i64 %n, 255
; CHECK: call <4 x i64> @llvm.fshl.v4i64
define void @round(ptr noalias %r, ptr %p, i64 %n) "target-cpu"="x86-64-v4" {
  %x = load i256, ptr %p
  %e = zext i64 %n to i256
  %s = call i256 @llvm.fshl.i256(i256 %x, i256 %x, i256 %e)
  store i256 %s, ptr %r
  ret void
}

; CHECK-LABEL: @left(
; CHECK: lshr i256
define void @left(ptr noalias %r, ptr %p, i64 %n) "target-cpu"="x86-64-v3" {
  %x = load i256, ptr %p
  %e = zext i64 %n to i256
  %s = lshr i256 %x, %e
  store i256 %s, ptr %r
  ret void
}

; CHECK-LABEL: @too_wide(
; CHECK: shl i1024
define void @too_wide(ptr noalias %r, ptr %p, i64 %n) "target-cpu"="icelake-server" {
  %x = load i1024, ptr %p
  %e = zext i64 %n to i1024
  %s = shl i1024 %x, %e
  store i1024 %s, ptr %r
  ret void
}

declare i256 @llvm.fshl.i256(i256, i256, i256)
