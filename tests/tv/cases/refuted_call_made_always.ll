; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call on a path that had none.
; TV: refuted
; SAYS: calls where the other does not
define void @f(i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  call void @h(i8 0)
  br label %no
no:
  ret void
}
declare i8 @g(i8)
declare void @h(i8)
; ---- after ----
define void @f(i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  call void @h(i8 0)
  ret void
}
declare i8 @g(i8)
declare void @h(i8)
