; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An argument of small fields may be poison in one field only.
; TV: refuted
; SAYS: the result, lane
define <8 x i4> @f(<8 x i4> %a, <8 x i4> %b) {
  %s = add <8 x i4> %a, %b
  ret <8 x i4> %s
}
; ---- after ----
define <8 x i4> @f(<8 x i4> %a, <8 x i4> %b) {
  %x = bitcast <8 x i4> %a to i32
  %y = bitcast <8 x i4> %b to i32
  %u = and i32 %x, 2004318071
  %v = and i32 %y, 2004318071
  %w = add i32 %u, %v
  %z = xor i32 %x, %y
  %t = and i32 %z, -2004318072
  %r = xor i32 %w, %t
  %s = bitcast i32 %r to <8 x i4>
  ret <8 x i4> %s
}
