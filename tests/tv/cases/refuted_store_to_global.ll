; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store to a global where there was none, even of what is there.
; TV: refuted
; SAYS: writes where
define i8 @f() {
  %x = load i8, ptr @g
  ret i8 %x
}
@g = global i8 0
; ---- after ----
define i8 @f() {
  %x = load i8, ptr @g
  store i8 %x, ptr @g
  ret i8 %x
}
@g = global i8 0
