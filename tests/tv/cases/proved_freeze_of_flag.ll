; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What a freeze makes of a broken nuw is the difference without it, of operands that were frozen before.
; TV: proved
define <8 x i2> @f(<8 x i2> %a, <8 x i2> %b) {
  %c = sub nuw <8 x i2> %a, %b
  %f = freeze <8 x i2> %c
  %g = freeze <8 x i2> %c
  %r = xor <8 x i2> %f, %a
  ret <8 x i2> %f
}
; ---- after ----
define <8 x i2> @f(<8 x i2> %a, <8 x i2> %b) {
  %x = freeze <8 x i2> %a
  %y = freeze <8 x i2> %b
  %p = bitcast <8 x i2> %x to i16
  %q = bitcast <8 x i2> %y to i16
  %h = or i16 %p, -21846
  %l = and i16 %q, 21845
  %d = sub i16 %h, %l
  %e = xor i16 %p, %q
  %n = xor i16 %e, -1
  %m = and i16 %n, -21846
  %s = xor i16 %d, %m
  %r = bitcast i16 %s to <8 x i2>
  ret <8 x i2> %r
}
