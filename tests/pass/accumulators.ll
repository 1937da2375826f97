; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields that a loop extends to bytes and sums: without byte shuffles of 256 bits the first fields of all bytes are summed apart from the
; second ones, and put in order behind the loop.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s --check-prefix=V3

; V3-LABEL: @pairs(
; V3: phi <64 x i8>
; V3-NOT: phi <16 x i8>
; V3: ret void

; CHECK-LABEL: @pairs(
; CHECK-COUNT-4: phi <16 x i8> [ zeroinitializer, %entry ]
; CHECK: loop
; CHECK-NOT: shufflevector
; CHECK: br i1
; CHECK: exit:
; CHECK-COUNT-3: shufflevector
; CHECK: store <64 x i8>
define void @pairs(ptr %p, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <64 x i2>, ptr %p, i64 %i
  %x = load <64 x i2>, ptr %q
  %wide = zext <64 x i2> %x to <64 x i8>
  %sum.next = add nuw nsw <64 x i8> %sum, %wide
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <64 x i8> %sum.next, ptr %out
  ret void
}

; a mask, sums that begin with something, and a phi behind the loop
; CHECK-LABEL: @mask(
; CHECK: entry:
; CHECK: [[ODD:%.*]] = shufflevector <32 x i8> %start, <32 x i8> poison, <16 x i32> <i32 1, i32 3,
; CHECK: phi <16 x i8> [ [[ODD]], %entry ]
; CHECK: exit:
; CHECK-NEXT: [[SUMS:%.*]] = shufflevector <16 x i8>
; CHECK-NEXT: ret <32 x i8> [[SUMS]]
define <32 x i8> @mask(ptr %p, <32 x i8> %start, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <32 x i8> [ %start, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <32 x i4>, ptr %p, i64 %i
  %x = load <32 x i4>, ptr %q
  %k = icmp ugt <32 x i4> %x, splat (i4 5)
  %wide = zext <32 x i1> %k to <32 x i8>
  %sum.next = add <32 x i8> %wide, %sum
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %behind = phi <32 x i8> [ %sum.next, %loop ]
  ret <32 x i8> %behind
}

; the loop itself reads the sums
; CHECK-LABEL: @sums_wanted(
; CHECK: phi <64 x i8>
define void @sums_wanted(ptr %p, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <64 x i2>, ptr %p, i64 %i
  %x = load <64 x i2>, ptr %q
  %wide = zext <64 x i2> %x to <64 x i8>
  %sum.next = add <64 x i8> %sum, %wide
  store <64 x i8> %sum.next, ptr %out
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; the sums begin with what an invoke gives: there is no place behind it where they could be taken apart
; CHECK-LABEL: @start_of_invoke(
; CHECK: phi <64 x i8>
; CHECK-NOT: phi <16 x i8>
; CHECK: ret void
define void @start_of_invoke(ptr %p, ptr %out, i64 %n) personality ptr @personality {
entry:
  %start = invoke <64 x i8> @sums() to label %loop unwind label %failed
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ %start, %entry ], [ %sum.next, %loop ]
  %q = getelementptr <64 x i2>, ptr %p, i64 %i
  %x = load <64 x i2>, ptr %q
  %wide = zext <64 x i2> %x to <64 x i8>
  %sum.next = add <64 x i8> %sum, %wide
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <64 x i8> %sum.next, ptr %out
  ret void
failed:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
declare <64 x i8> @sums()
declare i32 @personality(...)
