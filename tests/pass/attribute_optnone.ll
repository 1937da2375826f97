; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions that ask not to be optimised, or to have no vector code, are left, and counted.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: 2 lanesmith - functions left: optnone, naked or noimplicitfloat
; CHECK-LABEL: @optnone(
; CHECK: add <64 x i2>
define void @optnone(ptr %p) noinline optnone {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @kernel(
; CHECK: add <64 x i2>
define void @kernel(ptr %p) noimplicitfloat {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
