; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A branch on what may be poison.
; TV: refuted
; SAYS: undefined behaviour
define i8 @f(i1 %c) {
  %s = select i1 %c, i8 1, i8 2
  ret i8 %s
}
; ---- after ----
define i8 @f(i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  ret i8 1
no:
  ret i8 2
}
