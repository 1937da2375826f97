; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The signed one stops at other numbers.
; TV: refuted
define i8 @f(i8 %a, i8 %b) {
  %x = call i8 @llvm.sshl.sat.i8(i8 %a, i8 %b)
  ret i8 %x
}
; ---- after ----
define i8 @f(i8 %a, i8 %b) {
  %x = call i8 @llvm.ushl.sat.i8(i8 %a, i8 %b)
  ret i8 %x
}
