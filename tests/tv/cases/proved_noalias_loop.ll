; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Within one round of a loop, too.
; TV: proved
define void @f(ptr noalias %p, ptr %q, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %g = getelementptr i32, ptr %p, i64 %i
  %h = getelementptr i32, ptr %q, i64 %i
  %x = load i32, ptr %g
  %v = xor i32 %x, 7
  store i32 %v, ptr %h
  %y = load i32, ptr %g
  %z = add i32 %y, 1
  store i32 %z, ptr %g
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
; ---- after ----
define void @f(ptr noalias %p, ptr %q, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %g = getelementptr i32, ptr %p, i64 %i
  %h = getelementptr i32, ptr %q, i64 %i
  %x = load i32, ptr %g
  %v = xor i32 %x, 7
  store i32 %v, ptr %h
  %z = add i32 %x, 1
  store i32 %z, ptr %g
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
