; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One element of a lowered vector is taken out with a shift.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 24

; CHECK-LABEL: @element(
; CHECK: store <2 x i64>
; CHECK: extractelement <2 x i64> {{.*}}, i32 1
; CHECK: lshr i64 {{.*}}, 10
define i2 @element(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  %e = extractelement <64 x i2> %c, i32 37
  ret i2 %e
}
