; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef must not become poison.
; TV: refuted
define <2 x i8> @f(i8 noundef %a) {
  %v = insertelement <2 x i8> undef, i8 %a, i32 0
  ret <2 x i8> %v
}
; ---- after ----
define <2 x i8> @f(i8 noundef %a) {
  %v = insertelement <2 x i8> poison, i8 %a, i32 0
  ret <2 x i8> %v
}
