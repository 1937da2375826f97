; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 512 bits live in one register where there is AVX-512.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 20

; CHECK-LABEL: @add(
; CHECK: load <8 x i64>
; CHECK: load <8 x i64>
; CHECK-NOT: <256 x i2>
; CHECK: store <8 x i64>
define void @add(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <256 x i2>, ptr %p
  %b = load <256 x i2>, ptr %q
  %c = add <256 x i2> %a, %b
  store <256 x i2> %c, ptr %r
  ret void
}
