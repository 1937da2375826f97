; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; x * 2 is x + x, but of products and sums no such thing is known: never refuted.
; TV: unknown
; SAYS: floating-point
define float @f(float noundef %a) {
  %r = fmul float %a, 2.0
  ret float %r
}
; ---- after ----
define float @f(float noundef %a) {
  %r = fadd float %a, %a
  ret float %r
}
