; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The same calls, the arguments written in another way.
; TV: proved
define i8 @f(i8 %a) {
  %b = add i8 %a, %a
  %x = call i8 @g(i8 %b)
  ret i8 %x
}
declare i8 @g(i8)
declare void @h(i8)
; ---- after ----
define i8 @f(i8 %a) {
  %b = shl i8 %a, 1
  %x = call i8 @g(i8 %b)
  ret i8 %x
}
declare i8 @g(i8)
declare void @h(i8)
