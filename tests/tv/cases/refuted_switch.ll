; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A case leads elsewhere.
; TV: refuted
; SAYS: the result
define i8 @f(i8 %a) {
  switch i8 %a, label %no [ i8 3, label %yes ]
yes:
  ret i8 1
no:
  ret i8 0
}
; ---- after ----
define i8 @f(i8 %a) {
  switch i8 %a, label %no [ i8 4, label %yes ]
yes:
  ret i8 1
no:
  ret i8 0
}
