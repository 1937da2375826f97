; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; exact where bits are shifted out.
; TV: refuted
; SAYS: after poison
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = lshr <4 x i8> %a, splat (i8 1)
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = lshr exact <4 x i8> %a, splat (i8 1)
  ret <4 x i8> %s
}
