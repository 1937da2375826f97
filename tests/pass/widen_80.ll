; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 80 bits are widened to a vector register.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 32

; CHECK-LABEL: @widen(
; CHECK: load i80
; CHECK: zext i80 {{.*}} to i128
; CHECK-NOT: i2>
; CHECK: store i80
define void @widen(ptr %p, ptr %q, ptr %r) {
  %a = load <40 x i2>, ptr %p
  %b = load <40 x i2>, ptr %q
  %c = add <40 x i2> %a, %b
  store <40 x i2> %c, ptr %r
  ret void
}
