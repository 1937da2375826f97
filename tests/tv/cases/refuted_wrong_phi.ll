; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The values of a phi come from the wrong sides.
; TV: refuted
; SAYS: the result
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
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %r = phi i8 [ %b, %0 ], [ %a, %yes ]
  ret i8 %r
}
