; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The arms of a select.
; TV: refuted
; SAYS: the result, lane
define <4 x i8> @f(<4 x i1> %c, <4 x i8> %a, <4 x i8> %b) {
  %s = select <4 x i1> %c, <4 x i8> %a, <4 x i8> %b
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i1> %c, <4 x i8> %a, <4 x i8> %b) {
  %s = select <4 x i1> %c, <4 x i8> %b, <4 x i8> %a
  ret <4 x i8> %s
}
