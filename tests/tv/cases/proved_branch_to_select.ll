; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A diamond becomes a select.
; TV: proved
define i8 @f(i1 %c, i8 %a, i8 %b) {
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %r = phi i8 [ %a, %0 ], [ %b, %yes ]
  ret i8 %r
}
; ---- after ----
define i8 @f(i1 %c, i8 %a, i8 %b) {
  %r = select i1 %c, i8 %b, i8 %a
  ret i8 %r
}
