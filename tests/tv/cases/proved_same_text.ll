; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is not modelled but not touched either.
; TV: proved
; SAYS: the same text
define float @f(float %a) {
  %x = fadd float %a, 1.0
  ret float %x
}
; ---- after ----
define float @f(float %a) {
  %x = fadd float %a, 1.0
  ret float %x
}
