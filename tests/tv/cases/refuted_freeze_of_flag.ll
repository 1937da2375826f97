; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A freeze of a sum whose flag is not broken is the sum.
; TV: refuted
define i8 @f(i8 noundef %a) {
  %c = add nuw i8 %a, 1
  %f = freeze i8 %c
  ret i8 %f
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  %c = add i8 %a, 2
  ret i8 %c
}
