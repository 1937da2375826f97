; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef that does not matter.
; TV: proved
define i8 @f(i8 noundef %a) {
  %r = and i8 %a, 15
  ret i8 %r
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  %h = shl i8 undef, 4
  %l = and i8 %a, 15
  %x = or i8 %h, %l
  %r = and i8 %x, 15
  ret i8 %r
}
