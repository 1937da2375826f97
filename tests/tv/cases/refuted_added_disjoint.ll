; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; disjoint where bits meet.
; TV: refuted
; SAYS: after poison
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = or <4 x i8> %a, %b
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = or disjoint <4 x i8> %a, %b
  ret <4 x i8> %s
}
