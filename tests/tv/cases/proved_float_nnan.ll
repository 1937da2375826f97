; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What nnan and ninf exclude need not be right.
; TV: proved
define i1 @f(float noundef %a, float noundef %b) {
  %c = fcmp nnan olt float %a, %b
  ret i1 %c
}
; ---- after ----
define i1 @f(float noundef %a, float noundef %b) {
  %c = fcmp uge float %a, %b
  %n = xor i1 %c, true
  ret i1 %n
}
