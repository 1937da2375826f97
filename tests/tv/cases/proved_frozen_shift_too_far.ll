; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What the freeze makes of a shift that goes too far is what the second function has.
; TV: proved
define i8 @f(i8 noundef %a, i8 noundef %n) {
  %s = shl i8 %a, %n
  %f = freeze i8 %s
  %r = add i8 %f, 5
  ret i8 %r
}
; ---- after ----
define i8 @f(i8 noundef %a, i8 noundef %n) {
  %m = and i8 %n, 7
  %s = shl i8 %a, %m
  %r = add i8 %s, 5
  ret i8 %r
}
