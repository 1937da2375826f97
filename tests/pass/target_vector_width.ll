; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; prefer-vector-width caps the registers; where 512-bit ones are used, a function that says which width it needs
; says so.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -o /dev/null

; CHECK-LABEL: @narrow(
; CHECK: store <4 x i64>
; CHECK: store <4 x i64>
define void @narrow(ptr %p) "target-cpu"="x86-64-v4" "prefer-vector-width"="256" "min-legal-vector-width"="0" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @wide(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: store <8 x i64>
; CHECK: attributes [[ATTRIBUTES]] = {{.*}}"min-legal-vector-width"="512"
define void @wide(ptr %p) "target-cpu"="x86-64-v4" "min-legal-vector-width"="0" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
