; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two freezes of one value need not agree.
; TV: refuted
; SAYS: the result
define i8 @f(i8 %a) {
  %x = freeze i8 %a
  %s = xor i8 %x, %x
  ret i8 %s
}
; ---- after ----
define i8 @f(i8 %a) {
  %x = freeze i8 %a
  %y = freeze i8 %a
  %s = xor i8 %x, %y
  ret i8 %s
}
