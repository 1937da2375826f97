; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store by another pointer does not change what a noalias argument points to.
; TV: proved
define i32 @f(ptr noalias %p, ptr %q) {
  %x = load i32, ptr %p
  store i32 1, ptr %q
  %y = load i32, ptr %p
  %r = add i32 %x, %y
  ret i32 %r
}
; ---- after ----
define i32 @f(ptr noalias %p, ptr %q) {
  %x = load i32, ptr %p
  store i32 1, ptr %q
  %r = shl i32 %x, 1
  ret i32 %r
}
