; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fast-math flags may be dropped; those of both functions may stay.
; TV: proved
define <2 x float> @f(float %a, float %b) {
  %s = fadd fast float %a, %b
  %t = fmul reassoc contract float %a, %b
  %v = insertelement <2 x float> poison, float %s, i32 0
  %w = insertelement <2 x float> %v, float %t, i32 1
  ret <2 x float> %w
}
; ---- after ----
define <2 x float> @f(float %a, float %b) {
  %s = fadd float %a, %b
  %t = fmul reassoc contract float %b, %a
  %v = insertelement <2 x float> poison, float %s, i32 0
  %w = insertelement <2 x float> %v, float %t, i32 1
  ret <2 x float> %w
}
