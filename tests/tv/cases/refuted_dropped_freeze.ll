; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A freeze that is gone: poison of one field spreads over its neighbours.
; TV: refuted
; SAYS: memory, byte
; OPTIONS: --assume loads-whole
define void @f(ptr %p, ptr %q, ptr %r) {
  %x = load <64 x i2>, ptr %p
  %y = load <64 x i2>, ptr %q
  %s = shl <64 x i2> %x, %y
  store <64 x i2> %s, ptr %r
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q, ptr %r) {
  %x = load <64 x i2>, ptr %p
  %y = load <64 x i2>, ptr %q
  %s = shl <64 x i2> %x, %y
  %t = bitcast <64 x i2> %s to <2 x i64>
  store <2 x i64> %t, ptr %r
  ret void
}
