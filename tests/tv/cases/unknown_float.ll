; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A format that is not modelled.
; TV: unknown
; SAYS: a type that is not modelled
define i8 @f(i8 %a) {
  %x = uitofp i8 %a to x86_fp80
  %y = fptoui x86_fp80 %x to i8
  ret i8 %y
}
; ---- after ----
define i8 @f(i8 %a) {
  %x = uitofp i8 %a to fp128
  %y = fptoui fp128 %x to i8
  ret i8 %y
}
