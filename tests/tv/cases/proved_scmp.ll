; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; -1, 0 or 1.
; TV: proved
define i2 @f(i8 %a, i8 %b) {
  %x = call i2 @llvm.scmp.i2.i8(i8 %a, i8 %b)
  ret i2 %x
}
; ---- after ----
define i2 @f(i8 %a, i8 %b) {
  %l = icmp slt i8 %a, %b
  %g = icmp sgt i8 %a, %b
  %p = zext i1 %g to i2
  %x = select i1 %l, i2 -1, i2 %p
  ret i2 %x
}
