; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A value that a later store replaces only where the places are the same.
; TV: refuted
; SAYS: memory at 0x
define void @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q) {
  store i8 7, ptr %p
  store i8 2, ptr %q
  ret void
}
