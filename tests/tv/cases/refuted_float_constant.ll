; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 15 by 3.0 is 5, by the next number below it is more, and by the next one above it is less.
; TV: refuted
define i4 @f(i4 %a) {
  %r = udiv i4 %a, 3
  ret i4 %r
}
; ---- after ----
define i4 @f(i4 %a) {
  %x = uitofp i4 %a to float
  %q = fdiv float %x, 0x4008000020000000
  %r = fptoui float %q to i4
  ret i4 %r
}
