; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A freeze more is a refinement.
; TV: proved
define i8 @f(i8 %a) {
  ret i8 %a
}
; ---- after ----
define i8 @f(i8 %a) {
  %x = freeze i8 %a
  ret i8 %x
}
