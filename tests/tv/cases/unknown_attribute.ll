; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A promise about the whole function.
; TV: unknown
; SAYS: an attribute
define i8 @f(i8 %a) {
  %x = add i8 %a, %a
  ret i8 %x
}
; ---- after ----
define i8 @f(i8 %a) memory(none) {
  %x = shl i8 %a, 1
  ret i8 %x
}
