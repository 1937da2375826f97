; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that became a formula.
; TV: unknown
; SAYS: the same loops
define i8 @f(i8 %n) {
  br label %loop
loop:
  %i = phi i8 [ 0, %0 ], [ %j, %loop ]
  %j = add i8 %i, 1
  %c = icmp ult i8 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i8 %j
}
declare i8 @llvm.umax.i8(i8, i8)
; ---- after ----
define i8 @f(i8 %n) {
  %r = call i8 @llvm.umax.i8(i8 %n, i8 1)
  ret i8 %r
}
declare i8 @llvm.umax.i8(i8, i8)
