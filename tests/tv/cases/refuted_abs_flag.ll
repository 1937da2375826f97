; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; abs of the least number, made poison.
; TV: refuted
; SAYS: after poison
define i8 @f(i8 %a) {
  %x = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %x
}
declare i8 @llvm.abs.i8(i8, i1)
; ---- after ----
define i8 @f(i8 %a) {
  %x = call i8 @llvm.abs.i8(i8 %a, i1 true)
  ret i8 %x
}
declare i8 @llvm.abs.i8(i8, i1)
