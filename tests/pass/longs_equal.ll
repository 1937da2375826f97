; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Long integers that are compared for equality stay vectors up to there, and so do those whose ones
; are counted; a function that allows 512 bits only where it must gets them.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 45

; CHECK-LABEL: @any(
; CHECK-NOT: phi i512
; CHECK: %[[DIFFER:.*]] = icmp ne <8 x i64>
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[DIFFER]] to i8
; CHECK: icmp ne i8 %[[BITS]], 0
define i1 @any(ptr %p, i64 %n) "target-cpu"="icelake-server" "min-legal-vector-width"="0" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %before = phi i512 [ 0, %entry ], [ %x, %loop ]
  %bad = phi i512 [ 0, %entry ], [ %bad1, %loop ]
  %q = getelementptr [64 x i8], ptr %p, i64 %i
  %x = load i512, ptr %q, align 1
  %m = call i512 @llvm.fshl.i512(i512 %x, i512 %before, i512 1)
  %e = and i512 %m, %x
  %bad1 = or i512 %bad, %e
  %i1 = add nuw i64 %i, 1
  %done = icmp eq i64 %i1, %n
  br i1 %done, label %out, label %loop
out:
  %z = icmp ne i512 %bad1, 0
  ret i1 %z
}

; CHECK-LABEL: @count(
; CHECK-NOT: i512
; CHECK: call <8 x i64> @llvm.ctpop.v8i64
; CHECK: call i64 @llvm.vector.reduce.add.v8i64
define i64 @count(ptr %p) "target-cpu"="icelake-server" {
  %x = load i512, ptr %p, align 1
  %y = shl i512 %x, 1
  %z = and i512 %x, %y
  %c = call i512 @llvm.ctpop.i512(i512 %z)
  %t = trunc i512 %c to i64
  ret i64 %t
}

; A preference of narrower vectors is the user's.
; CHECK-LABEL: @preferred(
; CHECK-SAME: #[[OWN:[0-9]+]]
define i1 @preferred(ptr %p) "target-cpu"="icelake-server" "min-legal-vector-width"="0" "prefer-vector-width"="256" {
  %x = load i512, ptr %p, align 1
  %y = shl i512 %x, 100
  %z = icmp eq i512 %x, %y
  ret i1 %z
}
; CHECK: attributes #[[OWN]] = {{.*}}"min-legal-vector-width"="0"

declare i512 @llvm.fshl.i512(i512, i512, i512)
declare i512 @llvm.ctpop.i512(i512)
