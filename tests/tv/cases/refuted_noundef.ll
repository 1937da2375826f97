; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An argument that must not be poison, from nowhere.
; TV: refuted
; SAYS: undefined behaviour
define i8 @f(i8 %a) {
  ret i8 %a
}
; ---- after ----
define i8 @f(i8 noundef %a) {
  ret i8 %a
}
