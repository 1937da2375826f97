; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Products of 2-bit fields: LLVM 19 needs 910 instructions.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 40

; CHECK-NOT: <64 x i2>

; CHECK-LABEL: @mul(
; CHECK: store <2 x i64>
define void @mul(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = mul <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
