; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A poison element of a shuffle where there was a value.
; TV: refuted
; SAYS: lane 3
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = shufflevector <4 x i8> %a, <4 x i8> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = shufflevector <4 x i8> %a, <4 x i8> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 poison>
  ret <4 x i8> %s
}
