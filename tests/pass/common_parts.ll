; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Equal lowered code is shared: two sums with a common operand load and freeze it once.
; RUN: %lower-o2 %s | %check %s

; CHECK-LABEL: @shared(
; CHECK-COUNT-1: load <2 x i64>, ptr %p
; CHECK-NOT: load <2 x i64>, ptr %p
; CHECK: ret void
define void @shared(ptr noalias %p, ptr noalias %q, ptr noalias %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  %a2 = load <64 x i2>, ptr %p
  %d = sub <64 x i2> %a2, %b
  store <64 x i2> %d, ptr %q
  ret void
}
