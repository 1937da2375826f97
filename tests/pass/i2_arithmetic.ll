; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Sums and differences of 2-bit fields: LLVM 19 needs 877 instructions.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 16

; CHECK-NOT: <64 x i2>

; CHECK-LABEL: @add(
; CHECK: store <2 x i64>
define void @add(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sub(
; CHECK: store <2 x i64>
define void @sub(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = sub <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
