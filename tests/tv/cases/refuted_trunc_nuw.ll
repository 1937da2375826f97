; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; trunc nuw loses bits.
; TV: refuted
; SAYS: after poison
define <4 x i4> @f(<4 x i8> %a) {
  %s = trunc <4 x i8> %a to <4 x i4>
  ret <4 x i4> %s
}
; ---- after ----
define <4 x i4> @f(<4 x i8> %a) {
  %s = trunc nuw <4 x i8> %a to <4 x i4>
  ret <4 x i4> %s
}
