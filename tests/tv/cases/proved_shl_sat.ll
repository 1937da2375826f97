; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An amount of the width or more is poison; else what is shifted out tells.
; TV: proved
define i8 @f(i8 %a, i8 %b) {
  %x = call i8 @llvm.ushl.sat.i8(i8 %a, i8 %b)
  ret i8 %x
}
; ---- after ----
define i8 @f(i8 %a, i8 %b) {
  %w = zext i8 %a to i16
  %m = and i8 %b, 7
  %n = zext i8 %m to i16
  %s = shl i16 %w, %n
  %c = icmp ugt i16 %s, 255
  %t = trunc i16 %s to i8
  %x = select i1 %c, i8 -1, i8 %t
  ret i8 %x
}
