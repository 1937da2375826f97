; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load behind a store to the same place.
; TV: proved
define i8 @f(ptr %p, i8 %a) {
  store i8 %a, ptr %p
  %x = load i8, ptr %p
  ret i8 %x
}
; ---- after ----
define i8 @f(ptr %p, i8 %a) {
  store i8 %a, ptr %p
  ret i8 %a
}
