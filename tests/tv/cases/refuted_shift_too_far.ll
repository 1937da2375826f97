; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A shift by the width is poison, not zero.
; TV: refuted
; SAYS: after poison
define i8 @f(i8 %a) {
  %z = zext i8 %a to i16
  %s = shl i16 %z, 8
  %t = trunc i16 %s to i8
  ret i8 %t
}
; ---- after ----
define i8 @f(i8 %a) {
  %t = shl i8 %a, 8
  ret i8 %t
}
