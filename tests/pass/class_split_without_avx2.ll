; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 256 bits are two registers where there is SSE2 only.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 20

; CHECK-LABEL: @add(
; CHECK: load <2 x i64>
; CHECK: load <2 x i64>
; CHECK-NOT: <128 x i2>
; CHECK: store <2 x i64>
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <128 x i2>, ptr %p
  %b = load <128 x i2>, ptr %q
  %c = add <128 x i2> %a, %b
  store <128 x i2> %c, ptr %r
  ret void
}
