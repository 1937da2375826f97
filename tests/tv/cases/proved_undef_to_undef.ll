; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef may be undef.
; TV: proved
define <4 x i8> @f(<4 x i8> noundef %a) {
  %x = add <4 x i8> %a, <i8 1, i8 undef, i8 undef, i8 2>
  ret <4 x i8> %x
}
; ---- after ----
define <4 x i8> @f(<4 x i8> noundef %a) {
  %x = sub <4 x i8> %a, <i8 -1, i8 undef, i8 undef, i8 -2>
  ret <4 x i8> %x
}
