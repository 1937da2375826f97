; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A lane number that may be out of range, where it was cut off.
; TV: refuted
; SAYS: after poison
define i8 @f(<4 x i8> %a, i32 %i) {
  %j = and i32 %i, 3
  %s = extractelement <4 x i8> %a, i32 %j
  ret i8 %s
}
; ---- after ----
define i8 @f(<4 x i8> %a, i32 %i) {
  %s = extractelement <4 x i8> %a, i32 %i
  ret i8 %s
}
