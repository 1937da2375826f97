; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The low bits of a constant in another form, one of them another.
; TV: refuted
define i80 @f(i80 %a) {
  %r = add i80 %a, 36893488147419103492
  ret i80 %r
}
; ---- after ----
define i80 @f(i80 %a) {
  %r = add i80 %a, trunc (i128 bitcast (<2 x i64> <i64 261, i64 131074> to i128) to i80)
  ret i80 %r
}
