; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Another type.
; TV: refuted
; SAYS: different types
define i8 @f(i8 %a) {
  ret i8 %a
}
; ---- after ----
define i8 @f(i8 %a, i8 %b) {
  ret i8 %a
}
