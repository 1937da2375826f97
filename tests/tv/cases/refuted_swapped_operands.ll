; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A difference the other way round.
; TV: refuted
; SAYS: before 0x
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = sub <4 x i8> %a, %b
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = sub <4 x i8> %b, %a
  ret <4 x i8> %s
}
