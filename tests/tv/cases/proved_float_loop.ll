; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Around a loop.
; TV: proved
define float @f(ptr %p, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %g = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %g
  %y = fmul float %x, %x
  %t = fadd float %s, %y
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret float %t
}
; ---- after ----
define float @f(ptr %p, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %b = shl i64 %i, 2
  %g = getelementptr i8, ptr %p, i64 %b
  %x = load float, ptr %g
  %y = fmul float %x, %x
  %t = fadd float %y, %s
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret float %t
}
