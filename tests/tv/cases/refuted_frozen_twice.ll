; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A freeze is one value for all who use it, whatever the flag.
; TV: refuted
define i8 @f(i8 noundef %a) {
  %c = add nuw i8 %a, 1
  %f = freeze i8 %c
  %r = sub i8 %f, %f
  ret i8 %r
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  %c = add nuw i8 %a, 1
  %f = freeze i8 %c
  %g = freeze i8 %c
  %r = sub i8 %f, %g
  ret i8 %r
}
