; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A freeze of the first function is a value, and poison is none.
; TV: refuted
; SAYS: after poison
define i8 @f(i8 %a) {
  %x = freeze i8 %a
  ret i8 %x
}
; ---- after ----
define i8 @f(i8 %a) {
  ret i8 %a
}
