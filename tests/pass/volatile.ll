; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Volatile and atomic accesses are left as they are, and counted; the rest of the function is still lowered where
; that gains something.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: 2 lanesmith - left: volatile or atomic
; CHECK-LABEL: @careful(
; CHECK: load volatile <64 x i2>, ptr %p
; CHECK: store volatile <64 x i2> %a, ptr %r
; CHECK: load <2 x i64>, ptr %q
define void @careful(ptr %p, ptr %q, ptr %r) {
  %a = load volatile <64 x i2>, ptr %p
  store volatile <64 x i2> %a, ptr %r
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %b, %b
  store <64 x i2> %c, ptr %r
  ret void
}
