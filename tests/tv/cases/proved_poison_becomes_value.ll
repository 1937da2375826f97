; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is poison may become anything.
; TV: proved
define i8 @f(i8 %a) {
  %s = shl i8 %a, 9
  ret i8 %s
}
; ---- after ----
define i8 @f(i8 %a) {
  ret i8 42
}
