; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; lanesmith-opt on malformed IR: LLVM's diagnostic with file and line, status 2, and no output file.
; RUN: rm -f %t.out
; RUN: %not %lanesmith-opt -S %s -o %t.out 2>&1 | %check %s
; RUN: %not ls %t.out
; RUN: sh -c '%lanesmith-opt -S %s -o %t.out 2>/dev/null; test $? -eq 2'

; CHECK: malformed.ll:[[# @LINE + 3]]:22: error: '%a' defined with type '<64 x i2>' but expected '<63 x i2>'
define void @wrong(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %b = add <63 x i2> %a, %a
  ret void
}
