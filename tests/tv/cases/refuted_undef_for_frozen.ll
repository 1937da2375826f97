; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What a freeze has chosen is one value; undef is another at each use.
; TV: refuted
define i8 @f(i8 noundef %a) {
  %x = freeze i8 undef
  ret i8 %x
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  ret i8 undef
}
