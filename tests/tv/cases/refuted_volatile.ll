; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A volatile store of something else.
; TV: refuted
; SAYS: argument 0
define void @f(ptr %p) {
  store volatile i8 1, ptr %p
  ret void
}
; ---- after ----
define void @f(ptr %p) {
  store volatile i8 2, ptr %p
  ret void
}
