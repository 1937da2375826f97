; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef in memory: any value at each load.
; TV: proved
define i8 @f(ptr %p) {
  store i8 undef, ptr %p
  %x = load i8, ptr %p
  %y = load i8, ptr %p
  %r = mul i8 %x, %y
  ret i8 %r
}
; ---- after ----
define i8 @f(ptr %p) {
  store i8 13, ptr %p
  ret i8 7
}
