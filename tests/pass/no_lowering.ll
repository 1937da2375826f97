; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Operations that the table does not have stay, and are counted: here additions of fields of 33
; bits, whose accesses are volatile and stay as well.
; RUN: %opt %s -o %t.before
; RUN: %lower -lanesmith-stats %s -o %t.after 2>%t.stats
; RUN: diff %t.before %t.after
; RUN: %check %s < %t.stats

; CHECK: lanesmith - left: no lowering in the table
define void @add(ptr %p, ptr %r) {
  %a = load volatile <2 x i33>, ptr %p
  %c = add <2 x i33> %a, %a
  store volatile <2 x i33> %c, ptr %r
  ret void
}
