; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Numbers of four bits are divided by constants as floating-point numbers, of whatever format; one lane's divisor is no whole number.
; TV: proved
define <4 x i4> @f(<4 x i4> %a) {
  %w = zext <4 x i4> %a to <4 x i8>
  %d = shl <4 x i8> %w, <i8 0, i8 1, i8 0, i8 0>
  %q = udiv <4 x i8> %d, <i8 3, i8 5, i8 7, i8 15>
  %r = trunc <4 x i8> %q to <4 x i4>
  ret <4 x i4> %r
}
define i4 @g(i4 %a) {
  %r = sdiv i4 %a, -3
  ret i4 %r
}
define i4 @h(i4 %a) {
  %r = udiv i4 %a, 11
  ret i4 %r
}
; ---- after ----
define <4 x i4> @f(<4 x i4> %a) {
  %x = uitofp <4 x i4> %a to <4 x float>
  %q = fdiv <4 x float> %x, <float 3.0, float 2.5, float 7.0, float 15.0>
  %r = fptoui <4 x float> %q to <4 x i4>
  ret <4 x i4> %r
}
define i4 @g(i4 %a) {
  %x = sitofp i4 %a to double
  %q = fdiv double %x, -3.0
  %r = fptosi double %q to i4
  ret i4 %r
}
define i4 @h(i4 %a) {
  %x = uitofp i4 %a to half
  %q = fdiv half %x, 11.0
  %r = fptoui half %q to i4
  ret i4 %r
}
