; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Signed for unsigned.
; TV: refuted
; SAYS: before 0x
define <4 x i1> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = icmp ult <4 x i8> %a, %b
  ret <4 x i1> %s
}
; ---- after ----
define <4 x i1> @f(<4 x i8> %a, <4 x i8> %b) {
  %s = icmp slt <4 x i8> %a, %b
  ret <4 x i1> %s
}
