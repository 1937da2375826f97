; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; undef that is carried around a loop is modelled as worse than it is.
; TV: unknown
define i8 @f(i8 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %x = phi i8 [ undef, %entry ], [ %x, %loop ]
  %j = add i8 %i, 1
  %c = icmp ult i8 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i8 %x
}
; ---- after ----
define i8 @f(i8 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %x = phi i8 [ undef, %entry ], [ %x, %loop ]
  %j = add nuw i8 %i, 1
  %c = icmp ult i8 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i8 %x
}
