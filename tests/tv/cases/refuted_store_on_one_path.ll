; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store that only one path had.
; TV: refuted
define void @f(i1 %c, ptr %p) {
  br i1 %c, label %yes, label %no
yes:
  store i8 1, ptr %p
  br label %no
no:
  ret void
}
; ---- after ----
define void @f(i1 %c, ptr %p) {
  store i8 1, ptr %p
  ret void
}
