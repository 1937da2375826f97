; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A register that goes around a loop becomes poison in there.
; TV: refuted
define void @f(<4 x i2> %a, ptr %q) {
entry:
  %v = freeze <4 x i2> %a
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %l, %loop ]
  %p = phi <4 x i2> [ %v, %entry ], [ %s, %loop ]
  %s = xor <4 x i2> %p, splat (i2 1)
  %l = add i32 %k, 1
  %m = icmp eq i32 %l, 2
  br i1 %m, label %rest, label %loop
rest:
  store <4 x i2> %s, ptr %q
  ret void
}
; ---- after ----
define void @f(<4 x i2> %a, ptr %q) {
entry:
  %v = freeze <4 x i2> %a
  %w = bitcast <4 x i2> %v to i8
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %l, %loop ]
  %p = phi i8 [ %w, %entry ], [ %s, %loop ]
  %t = and i8 %p, 85
  %u = add nuw i8 %t, 200
  %z = sub i8 %u, 200
  %n = xor i8 %p, %t
  %o = xor i8 %z, 85
  %s = or i8 %n, %o
  %l = add i32 %k, 1
  %m = icmp eq i32 %l, 2
  br i1 %m, label %rest, label %loop
rest:
  store i8 %s, ptr %q
  ret void
}
