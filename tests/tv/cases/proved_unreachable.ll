; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What cannot be reached says something.
; TV: proved
define i8 @f(i8 %a) {
  %c = icmp ult i8 %a, 8
  br i1 %c, label %yes, label %no
yes:
  ret i8 %a
no:
  unreachable
}
; ---- after ----
define i8 @f(i8 %a) {
  %x = and i8 %a, 7
  ret i8 %x
}
