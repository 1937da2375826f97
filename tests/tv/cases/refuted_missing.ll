; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function that others may call is gone.
; TV: refuted
; SAYS: no such function
define i8 @f(i8 %a) {
  ret i8 %a
}
; ---- after ----
define i8 @g(i8 %a) {
  ret i8 %a
}
