; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 64 bits of fields live in a general register.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 20

; CHECK-LABEL: @add(
; CHECK: load i64
; CHECK: load i64
; CHECK-NOT: <32 x i2>
; CHECK: store i64
define void @add(ptr %p, ptr %q, ptr %r) nounwind {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %r
  ret void
}
