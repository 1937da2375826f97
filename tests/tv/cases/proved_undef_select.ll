; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A select by undef is either of its operands, by input.
; TV: proved
define i8 @f(i8 noundef %a, i8 noundef %b) {
  %r = select i1 undef, i8 %a, i8 %b
  ret i8 %r
}
; ---- after ----
define i8 @f(i8 noundef %a, i8 noundef %b) {
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  ret i8 %r
}
declare i8 @llvm.umin.i8(i8, i8)
