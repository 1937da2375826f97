; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef may become zero.
; TV: proved
define i8 @f(i8 %a) {
  ret i8 undef
}
; ---- after ----
define i8 @f(i8 %a) {
  ret i8 0
}
