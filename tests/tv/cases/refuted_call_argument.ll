; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Another argument for a function that is not known.
; TV: refuted
; SAYS: argument 0
define i8 @f(i8 %a) {
  %x = call i8 @g(i8 %a)
  ret i8 %x
}
declare i8 @g(i8)
declare void @h(i8)
; ---- after ----
define i8 @f(i8 %a) {
  %b = add i8 %a, 1
  %x = call i8 @g(i8 %b)
  ret i8 %x
}
declare i8 @g(i8)
declare void @h(i8)
