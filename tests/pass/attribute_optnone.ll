; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions that ask not to be optimised, or to have no vector code, are left, and counted.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s
; RUN: %load -passes="function(lanesmith)" %s 2>&1 | %check %s --check-prefix=EACH
; RUN: %load -passes=lanesmith -opt-bisect-limit=0 %s 2>&1 | %check %s --check-prefix=BISECT

; The pass is not one that LLVM has to run: of functions one by one LLVM itself skips optnone, and
; bisection can leave it out.
; EACH-LABEL: @optnone(
; EACH: add <64 x i2>
; EACH-LABEL: @kernel(
; EACH: add <64 x i2>
; EACH-LABEL: @ordinary(
; EACH-NOT: <64 x i2>
; BISECT-LABEL: @ordinary(
; BISECT: add <64 x i2>

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
; CHECK-LABEL: @ordinary(
; CHECK-NOT: <64 x i2>
define void @ordinary(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
