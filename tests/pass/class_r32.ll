; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 32 bits of fields live in a general register.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 20

; CHECK-LABEL: @add(
; CHECK: load i32
; CHECK: load i32
; CHECK-NOT: <16 x i2>
; CHECK: store i32
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %c = add <16 x i2> %a, %b
  store <16 x i2> %c, ptr %r
  ret void
}
