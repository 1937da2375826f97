; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A hard question and a small budget.
; TV: unknown
; SAYS: the solver gave up
; OPTIONS: --steps 100000
define i32 @f(i32 %a, i32 noundef %b) {
  %q = udiv i32 %a, %b
  %x = mul i32 %q, %b
  %r = urem i32 %a, %b
  %y = add i32 %x, %r
  ret i32 %y
}
; ---- after ----
define i32 @f(i32 %a, i32 noundef %b) {
  %q = udiv i32 %a, %b
  ret i32 %a
}
