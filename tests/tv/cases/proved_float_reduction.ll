; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum in order is a chain of sums.
; TV: proved
declare float @llvm.vector.reduce.fadd.v3f32(float, <3 x float>)
define float @f(float %s, <3 x float> %v) {
  %r = call float @llvm.vector.reduce.fadd.v3f32(float %s, <3 x float> %v)
  ret float %r
}
; ---- after ----
define float @f(float %s, <3 x float> %v) {
  %a = extractelement <3 x float> %v, i32 0
  %b = extractelement <3 x float> %v, i32 1
  %c = extractelement <3 x float> %v, i32 2
  %x = fadd float %a, %s
  %y = fadd float %x, %b
  %z = fadd float %y, %c
  ret float %z
}
