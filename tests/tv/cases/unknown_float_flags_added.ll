; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Flags that only the second function has.
; TV: unknown
define float @f(float noundef %a, float noundef %b) {
  %s = fadd float %a, %b
  ret float %s
}
; ---- after ----
define float @f(float noundef %a, float noundef %b) {
  %s = fadd reassoc float %a, %b
  ret float %s
}
