; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Small integers are the same numbers by way of wider ones.
; TV: proved
define <4 x float> @f(<4 x i4> %a) {
  %r = sitofp <4 x i4> %a to <4 x float>
  ret <4 x float> %r
}
; ---- after ----
define <4 x float> @f(<4 x i4> %a) {
  %w = sext <4 x i4> %a to <4 x i32>
  %r = sitofp <4 x i32> %w to <4 x float>
  ret <4 x float> %r
}
