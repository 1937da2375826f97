; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 200 fits 32 bits; in 8 it is poison.
; TV: refuted
define i8 @f(float %x) {
  %w = fptosi float %x to i32
  %r = trunc i32 %w to i8
  ret i8 %r
}
; ---- after ----
define i8 @f(float %x) {
  %r = fptosi float %x to i8
  ret i8 %r
}
