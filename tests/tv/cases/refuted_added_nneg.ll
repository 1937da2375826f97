; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; nneg of what may be negative.
; TV: refuted
; SAYS: after poison
define <4 x i16> @f(<4 x i8> %a) {
  %s = zext <4 x i8> %a to <4 x i16>
  ret <4 x i16> %s
}
; ---- after ----
define <4 x i16> @f(<4 x i8> %a) {
  %s = zext nneg <4 x i8> %a to <4 x i16>
  ret <4 x i16> %s
}
