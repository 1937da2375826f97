; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 128 bits live in an SSE register, with SSE2 alone.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 20

; CHECK-LABEL: @add(
; CHECK: load <2 x i64>
; CHECK: load <2 x i64>
; CHECK-NOT: <64 x i2>
; CHECK: store <2 x i64>
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
