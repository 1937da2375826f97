; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Read as unsigned, negative numbers are others.
; TV: refuted
define <4 x float> @f(<4 x i4> %a) {
  %r = sitofp <4 x i4> %a to <4 x float>
  ret <4 x float> %r
}
; ---- after ----
define <4 x float> @f(<4 x i4> %a) {
  %r = uitofp <4 x i4> %a to <4 x float>
  ret <4 x float> %r
}
