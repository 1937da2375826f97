; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Both bits of a sign-extended undef bit are one choice.
; TV: refuted
define i2 @f(i8 noundef %a) {
  %r = sext i1 undef to i2
  ret i2 %r
}
; ---- after ----
define i2 @f(i8 noundef %a) {
  ret i2 1
}
