; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each use of undef may be another value: x - x may be anything.
; TV: proved
define i8 @f(i8 noundef %a) {
  %x = add i8 undef, 1
  %s = sub i8 %x, %x
  ret i8 %s
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  ret i8 %a
}
