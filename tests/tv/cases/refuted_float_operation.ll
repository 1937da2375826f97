; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Sums and differences are not the same.
; TV: refuted
define float @f(float noundef %a, float noundef %b) {
  %r = fadd float %a, %b
  ret float %r
}
; ---- after ----
define float @f(float noundef %a, float noundef %b) {
  %r = fsub float %a, %b
  ret float %r
}
