; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Division by a power of two.
; TV: proved
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %x = udiv <4 x i8> %a, splat (i8 4)
  ret <4 x i8> %x
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %x = lshr <4 x i8> %a, splat (i8 2)
  ret <4 x i8> %x
}
