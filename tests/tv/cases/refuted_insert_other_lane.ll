; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An element put into the lane beside.
; TV: refuted
; SAYS: lane
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = insertelement <4 x i8> %a, i8 7, i32 2
  ret <4 x i8> %s
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = insertelement <4 x i8> %a, i8 7, i32 3
  ret <4 x i8> %s
}
