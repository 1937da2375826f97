; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two stores that may be to the same place change their order.
; TV: refuted
; SAYS: memory
define void @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q) {
  store i8 2, ptr %q
  store i8 1, ptr %p
  ret void
}
