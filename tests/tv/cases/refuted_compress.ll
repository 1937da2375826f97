; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Behind the chosen lanes come those of the third operand at their own places.
; TV: refuted
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %p) {
  %r = call <4 x i8> @llvm.experimental.vector.compress.v4i8(<4 x i8> %a, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i8> %p)
  ret <4 x i8> %r
}
; ---- after ----
define <4 x i8> @f(<4 x i8> %a, <4 x i8> %p) {
  %r = shufflevector <4 x i8> %a, <4 x i8> %p, <4 x i32> <i32 0, i32 2, i32 4, i32 5>
  ret <4 x i8> %r
}
