; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; fma is rounded once: a product and a sum is not known to be the same.
; TV: unknown
declare float @llvm.fma.f32(float, float, float)
define float @f(float noundef %a, float noundef %b, float noundef %c) {
  %x = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %x
}
; ---- after ----
define float @f(float noundef %a, float noundef %b, float noundef %c) {
  %m = fmul float %a, %b
  %x = fadd float %m, %c
  ret float %x
}
