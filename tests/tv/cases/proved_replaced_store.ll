; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store that another one replaces may write anything.
; TV: proved
define void @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  store i8 3, ptr %p
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q) {
  store i8 7, ptr %p
  store i8 2, ptr %q
  store i8 3, ptr %p
  ret void
}
