; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The bit that tells of overflow, worked out.
; TV: proved
define i1 @f(i8 %a, i8 %b) {
  %p = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %o = extractvalue { i8, i1 } %p, 1
  ret i1 %o
}
; ---- after ----
define i1 @f(i8 %a, i8 %b) {
  %s = add i8 %a, %b
  %x = xor i8 %a, %s
  %y = xor i8 %b, %s
  %z = and i8 %x, %y
  %o = icmp slt i8 %z, 0
  ret i1 %o
}
