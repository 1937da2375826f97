; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef in a register may differ behind a call from what the call was given.
; TV: refuted
declare void @use(i8)
define i8 @f(i8 noundef %a) {
  %x = freeze i8 undef
  call void @use(i8 %x)
  %r = xor i8 %x, %x
  ret i8 %r
}
; ---- after ----
declare void @use(i8)
define i8 @f(i8 noundef %a) {
  %x = freeze i8 undef
  call void @use(i8 %x)
  %y = or i8 undef, 0
  %r = xor i8 %y, %y
  ret i8 %r
}
