; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The other direction.
; TV: refuted
; SAYS: the result
define i8 @f(i8 %a) {
  %x = call i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 3)
  ret i8 %x
}
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
; ---- after ----
define i8 @f(i8 %a) {
  %x = call i8 @llvm.fshr.i8(i8 %a, i8 %a, i8 3)
  ret i8 %x
}
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
