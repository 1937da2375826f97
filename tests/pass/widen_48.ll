; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 48 bits are widened to a 64-bit register; memory is touched as LLVM itself would, 6 bytes.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 24

; CHECK-LABEL: @widen(
; CHECK: load i48, ptr %p, align 8
; CHECK: zext i48 {{.*}} to i64
; CHECK-NOT: i2>
; CHECK: trunc i64 {{.*}} to i48
; CHECK: store i48 {{.*}}, ptr %r, align 8
define void @widen(ptr %p, ptr %q, ptr %r) {
  %a = load <24 x i2>, ptr %p
  %b = load <24 x i2>, ptr %q
  %c = add <24 x i2> %a, %b
  store <24 x i2> %c, ptr %r
  ret void
}
