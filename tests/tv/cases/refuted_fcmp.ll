; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Not less is not the same as greater or equal: NaNs.
; TV: refuted
define i1 @f(float noundef %a, float noundef %b) {
  %c = fcmp oge float %a, %b
  ret i1 %c
}
; ---- after ----
define i1 @f(float noundef %a, float noundef %b) {
  %c = fcmp olt float %a, %b
  %n = xor i1 %c, true
  ret i1 %n
}
