; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A slot to which nothing was written holds undef.
; TV: refuted
define i8 @f(ptr %p) {
  ret i8 0
}
; ---- after ----
define i8 @f(ptr %p) {
  %s = alloca i8
  %x = load i8, ptr %s
  %y = load i8, ptr %s
  %r = xor i8 %x, %y
  ret i8 %r
}
