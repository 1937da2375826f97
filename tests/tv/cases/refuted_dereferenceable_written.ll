; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; dereferenceable is about reading.
; TV: refuted
; SAYS: writes where
define void @f(ptr dereferenceable(4) %p) {
  ret void
}
; ---- after ----
define void @f(ptr dereferenceable(4) %p) {
  %x = load i8, ptr %p
  store i8 %x, ptr %p
  ret void
}
