; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; IR that can be read but breaks a rule: the verifier's words, status 2, nothing written.
; RUN: rm -f %t.out
; RUN: sh -c '%lanesmith-opt -S %s -o %t.out 2>%t.err; test $? -eq 2'
; RUN: %check %s < %t.err
; RUN: %not ls %t.out

; CHECK: invalid.ll: error: the input is not valid IR
; CHECK: Instruction does not dominate all uses!
define void @wrong(ptr %p) {
  %b = add <64 x i2> %a, %a
  %a = load <64 x i2>, ptr %p
  store <64 x i2> %b, ptr %p
  ret void
}
