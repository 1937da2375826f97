; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A CPU given as a parameter is for modules of its architecture: one of another stays as it is.
; RUN: %opt %s -o %t.before
; RUN: %load -passes="lanesmith<target=x86-64-v3>" %s -o %t.after
; RUN: diff %t.before %t.after
; RUN: %load -passes="function(lanesmith<target=x86-64-v3>)" %s -o %t.each
; RUN: diff %t.before %t.each
target triple = "riscv64-unknown-linux-gnu"

define void @add(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
