; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Without the assumption on loads, a carrier may be partly poison.
; TV: refuted
; SAYS: poison
define void @f(ptr %p, ptr %q, ptr %r) {
  %x = load <64 x i2>, ptr %p
  store <64 x i2> %x, ptr %r
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q, ptr %r) {
  %x = load <2 x i64>, ptr %p
  %y = freeze <2 x i64> %x
  store <2 x i64> %y, ptr %r
  ret void
}
