; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A division that is not always made.
; TV: refuted
; SAYS: undefined behaviour
define i8 @f(i8 %a, i8 noundef %b) {
  %c = icmp eq i8 %b, 0
  br i1 %c, label %yes, label %no
yes:
  ret i8 0
no:
  %r = udiv i8 %a, %b
  ret i8 %r
}
; ---- after ----
define i8 @f(i8 %a, i8 noundef %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}
