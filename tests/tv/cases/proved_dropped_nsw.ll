; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A promise may be forgotten.
; TV: proved
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = add nsw <4 x i8> %a, %b
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = add <4 x i8> %a, %b
  ret <4 x i8> %s
}
