; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes that are not chosen do not matter, nor does poison in them.
; TV: proved
define <4 x i8> @f(<4 x i8> %a) {
  %b = insertelement <4 x i8> %a, i8 poison, i32 1
  %r = call <4 x i8> @llvm.experimental.vector.compress.v4i8(<4 x i8> %b, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i8> <i8 1, i8 2, i8 3, i8 4>)
  ret <4 x i8> %r
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a) {
  %r = shufflevector <4 x i8> %a, <4 x i8> <i8 1, i8 2, i8 3, i8 4>, <4 x i32> <i32 0, i32 2, i32 6, i32 7>
  ret <4 x i8> %r
}
