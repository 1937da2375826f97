; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One promise is not the other.
; TV: refuted
; SAYS: after poison
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = mul nsw <4 x i8> %a, %b
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = mul nuw <4 x i8> %a, %b
  ret <4 x i8> %s
}
