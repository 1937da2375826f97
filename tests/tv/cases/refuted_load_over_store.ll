; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load is moved over a store that may be to the same place.
; TV: refuted
; SAYS: the result
define i8 @f(ptr %p, ptr %q) {
  store i8 1, ptr %p
  %x = load i8, ptr %q
  ret i8 %x
}
; ---- after ----
define i8 @f(ptr %p, ptr %q) {
  %x = load i8, ptr %q
  store i8 1, ptr %p
  ret i8 %x
}
