; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shifts of single bits: any amount but 0 is poison, so that they fold away.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 8

; CHECK-NOT: <128 x i1>

; CHECK-LABEL: @shl(
; CHECK: store <2 x i64>
define void @shl(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = shl <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @lshr(
; CHECK: store <2 x i64>
define void @lshr(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = lshr <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ashr(
; CHECK: store <2 x i64>
define void @ashr(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = ashr <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
