; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call that is gone.
; TV: unknown
; SAYS: the same calls
define i8 @f(i8 %a) {
  call void @h(i8 0)
  ret i8 %a
}
declare i8 @g(i8)
declare void @h(i8)
; ---- after ----
define i8 @f(i8 %a) {
  ret i8 %a
}
declare i8 @g(i8)
declare void @h(i8)
