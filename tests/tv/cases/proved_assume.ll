; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is assumed holds.
; TV: proved
define i8 @f(i8 %a) {
  %c = icmp ult i8 %a, 16
  call void @llvm.assume(i1 %c)
  %x = and i8 %a, 15
  ret i8 %x
}
declare void @llvm.assume(i1)
; ---- after ----
define i8 @f(i8 %a) {
  ret i8 %a
}
declare void @llvm.assume(i1)
