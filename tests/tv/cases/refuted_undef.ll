; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The second function's undef may be anything: not what the first returns.
; TV: refuted
define i8 @f(i8 noundef %a) {
  ret i8 %a
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  %x = or i8 undef, %a
  ret i8 %x
}
