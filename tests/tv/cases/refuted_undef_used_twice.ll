; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Both uses of the second function's undef may differ, though a freeze in the first keeps one.
; TV: refuted
define i8 @f(i8 noundef %a) {
  %x = freeze i8 undef
  %r = xor i8 %x, %x
  ret i8 %r
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  %x = or i8 undef, 1
  %r = xor i8 %x, %x
  ret i8 %r
}
