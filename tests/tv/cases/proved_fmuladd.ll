; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; fmuladd may be rounded once or twice; so may another, but not fma.
; TV: proved
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.fma.f32(float, float, float)
define <2 x float> @f(float %a, float %b, float %c) {
  %x = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  %y = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  %v = insertelement <2 x float> poison, float %x, i32 0
  %w = insertelement <2 x float> %v, float %y, i32 1
  ret <2 x float> %w
}
; ---- after ----
declare float @llvm.fma.f32(float, float, float)
define <2 x float> @f(float %a, float %b, float %c) {
  %x = call float @llvm.fma.f32(float %a, float %b, float %c)
  %m = fmul float %b, %a
  %y = fadd float %c, %m
  %v = insertelement <2 x float> poison, float %x, i32 0
  %w = insertelement <2 x float> %v, float %y, i32 1
  ret <2 x float> %w
}
