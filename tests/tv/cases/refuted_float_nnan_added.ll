; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; nnan makes poison of a NaN.
; TV: refuted
define float @f(float noundef %a, float noundef %b) {
  %s = fadd float %a, %b
  ret float %s
}
; ---- after ----
define float @f(float noundef %a, float noundef %b) {
  %s = fadd nnan float %a, %b
  ret float %s
}
