; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A module for another architecture is left exactly as it is, and counted.
; RUN: %opt %s -o %t.before
; RUN: %lower -lanesmith-stats %s -o %t.after 2>%t.stats
; RUN: diff %t.before %t.after
; RUN: %check %s < %t.stats

; CHECK: 1 lanesmith - functions left: no table for their target
target triple = "riscv64-unknown-linux-gnu"
define void @add(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %r
  ret void
}
