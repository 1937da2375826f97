; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A mask with one bit too many.
; TV: refuted
; SAYS: memory, byte
; OPTIONS: --assume loads-whole
define void @f(ptr %p, ptr %q, ptr %r) {
  %x = load <8 x i2>, ptr %p, align 2
  %y = load <8 x i2>, ptr %q, align 2
  %s = add <8 x i2> %x, %y
  store <8 x i2> %s, ptr %r, align 2
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q, ptr %r) {
  %l = load i16, ptr %p, align 2
  %x = freeze i16 %l
  %m = load i16, ptr %q, align 2
  %y = freeze i16 %m
  %z = xor i16 %x, %y
  %c = and i16 %x, %y
  %d = and i16 %c, 21849
  %e = shl i16 %d, 1
  %s = xor i16 %z, %e
  store i16 %s, ptr %r, align 2
  ret void
}
