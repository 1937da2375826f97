; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields that cross words go around a loop in a register that was frozen before it: not only where all of its fields are poison, nowhere
; is a word of it poison.
; TV: proved
; OPTIONS: --assume loads-whole
; SAYS: 1 loop by induction
define void @f(ptr %p, ptr %q) {
entry:
  %v0 = load <40 x i3>, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %l, %loop ]
  %p0 = phi <40 x i3> [ %v0, %entry ], [ %p2, %loop ]
  %p1 = phi <40 x i3> [ %v0, %entry ], [ %p0, %loop ]
  %p2 = add <40 x i3> %p0, %p1
  %l = add i32 %k, 1
  %m = icmp eq i32 %l, 5
  br i1 %m, label %rest, label %loop
rest:
  store <40 x i3> %p2, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q) {
entry:
  %0 = load i120, ptr %p, align 16
  %1 = zext i120 %0 to i128
  %2 = bitcast i128 %1 to <2 x i64>
  %3 = freeze <2 x i64> %2
  br label %loop

loop:                                             ; preds = %loop, %entry
  %k = phi i32 [ 0, %entry ], [ %l, %loop ]
  %4 = phi <2 x i64> [ %3, %entry ], [ %24, %loop ]
  %5 = phi <2 x i64> [ %3, %entry ], [ %4, %loop ]
  %6 = and <2 x i64> %4, <i64 -5270498306774157605, i64 1976436865040309101>
  %7 = and <2 x i64> %5, <i64 -5270498306774157605, i64 1976436865040309101>
  %8 = add <2 x i64> %6, %7
  %9 = xor <2 x i64> %8, <i64 -9223372034707292160, i64 -9223372034707292160>
  %10 = xor <2 x i64> %6, <i64 -9223372034707292160, i64 -9223372034707292160>
  %11 = bitcast <2 x i64> %10 to <4 x i32>
  %12 = bitcast <2 x i64> %9 to <4 x i32>
  %13 = icmp sgt <4 x i32> %11, %12
  %14 = sext <4 x i1> %13 to <4 x i32>
  %15 = shufflevector <4 x i32> %14, <4 x i32> %14, <4 x i32> <i32 1, i32 1, i32 3, i32 3>
  %16 = bitcast <4 x i32> %15 to <2 x i64>
  %17 = bitcast <2 x i64> %16 to <16 x i8>
  %18 = shufflevector <16 x i8> zeroinitializer, <16 x i8> %17, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %19 = bitcast <16 x i8> %18 to <2 x i64>
  %20 = sub <2 x i64> %8, %19
  %21 = xor <2 x i64> %4, %5
  %22 = xor <2 x i64> <i64 -5270498306774157605, i64 1976436865040309101>, <i64 -1, i64 -1>
  %23 = and <2 x i64> %22, %21
  %24 = xor <2 x i64> %20, %23
  %l = add i32 %k, 1
  %m = icmp eq i32 %l, 5
  br i1 %m, label %rest, label %loop

rest:                                             ; preds = %loop
  %25 = bitcast <2 x i64> %24 to i128
  %26 = trunc i128 %25 to i120
  store i120 %26, ptr %q, align 16
  ret void
}
