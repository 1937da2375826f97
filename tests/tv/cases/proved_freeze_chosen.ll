; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The second function fixes what the first may choose.
; TV: proved
define i8 @f(i8 noundef %a) {
  %x = freeze i8 poison
  %y = add i8 %x, %a
  ret i8 %y
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  ret i8 %a
}
