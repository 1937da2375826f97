; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What a freeze makes of undef may be anything, once.
; TV: proved
define i8 @f(i8 noundef %a) {
  %x = freeze i8 undef
  %y = xor i8 %x, %a
  %r = sub i8 %y, %x
  ret i8 %y
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  %x = freeze i8 poison
  ret i8 %x
}
