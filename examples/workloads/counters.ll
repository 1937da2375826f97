; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; counters.ll - counters of 3 and 5 bits, as many as a register holds: 21 or 12 in 64 bits, 6 in 18, 42 or 25 in 128.
;
; a: counters; b: steps; out: counters. *_add: sums that wrap. *_saturate: sums that stay at the largest value. *_max: the
; larger of both, counter by counter, as sketches are merged. A unit fills the bytes that LLVM gives the vector; what
; bits are left over in them is not specified.

define void @counters_21xi3_add(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <21 x i3>, ptr %a, i64 %i
  %q = getelementptr <21 x i3>, ptr %b, i64 %i
  %r = getelementptr <21 x i3>, ptr %out, i64 %i
  %x = load <21 x i3>, ptr %p
  %y = load <21 x i3>, ptr %q
  %z = add <21 x i3> %x, %y
  store <21 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_21xi3_saturate(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <21 x i3>, ptr %a, i64 %i
  %q = getelementptr <21 x i3>, ptr %b, i64 %i
  %r = getelementptr <21 x i3>, ptr %out, i64 %i
  %x = load <21 x i3>, ptr %p
  %y = load <21 x i3>, ptr %q
  %z = call <21 x i3> @llvm.uadd.sat.v21i3(<21 x i3> %x, <21 x i3> %y)
  store <21 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_21xi3_max(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <21 x i3>, ptr %a, i64 %i
  %q = getelementptr <21 x i3>, ptr %b, i64 %i
  %r = getelementptr <21 x i3>, ptr %out, i64 %i
  %x = load <21 x i3>, ptr %p
  %y = load <21 x i3>, ptr %q
  %z = call <21 x i3> @llvm.umax.v21i3(<21 x i3> %x, <21 x i3> %y)
  store <21 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_12xi5_add(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <12 x i5>, ptr %a, i64 %i
  %q = getelementptr <12 x i5>, ptr %b, i64 %i
  %r = getelementptr <12 x i5>, ptr %out, i64 %i
  %x = load <12 x i5>, ptr %p
  %y = load <12 x i5>, ptr %q
  %z = add <12 x i5> %x, %y
  store <12 x i5> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_12xi5_saturate(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <12 x i5>, ptr %a, i64 %i
  %q = getelementptr <12 x i5>, ptr %b, i64 %i
  %r = getelementptr <12 x i5>, ptr %out, i64 %i
  %x = load <12 x i5>, ptr %p
  %y = load <12 x i5>, ptr %q
  %z = call <12 x i5> @llvm.uadd.sat.v12i5(<12 x i5> %x, <12 x i5> %y)
  store <12 x i5> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_12xi5_max(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <12 x i5>, ptr %a, i64 %i
  %q = getelementptr <12 x i5>, ptr %b, i64 %i
  %r = getelementptr <12 x i5>, ptr %out, i64 %i
  %x = load <12 x i5>, ptr %p
  %y = load <12 x i5>, ptr %q
  %z = call <12 x i5> @llvm.umax.v12i5(<12 x i5> %x, <12 x i5> %y)
  store <12 x i5> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_6xi3_add(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <6 x i3>, ptr %a, i64 %i
  %q = getelementptr <6 x i3>, ptr %b, i64 %i
  %r = getelementptr <6 x i3>, ptr %out, i64 %i
  %x = load <6 x i3>, ptr %p
  %y = load <6 x i3>, ptr %q
  %z = add <6 x i3> %x, %y
  store <6 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_6xi3_saturate(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <6 x i3>, ptr %a, i64 %i
  %q = getelementptr <6 x i3>, ptr %b, i64 %i
  %r = getelementptr <6 x i3>, ptr %out, i64 %i
  %x = load <6 x i3>, ptr %p
  %y = load <6 x i3>, ptr %q
  %z = call <6 x i3> @llvm.uadd.sat.v6i3(<6 x i3> %x, <6 x i3> %y)
  store <6 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_6xi3_max(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <6 x i3>, ptr %a, i64 %i
  %q = getelementptr <6 x i3>, ptr %b, i64 %i
  %r = getelementptr <6 x i3>, ptr %out, i64 %i
  %x = load <6 x i3>, ptr %p
  %y = load <6 x i3>, ptr %q
  %z = call <6 x i3> @llvm.umax.v6i3(<6 x i3> %x, <6 x i3> %y)
  store <6 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_42xi3_add(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <42 x i3>, ptr %a, i64 %i
  %q = getelementptr <42 x i3>, ptr %b, i64 %i
  %r = getelementptr <42 x i3>, ptr %out, i64 %i
  %x = load <42 x i3>, ptr %p
  %y = load <42 x i3>, ptr %q
  %z = add <42 x i3> %x, %y
  store <42 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_42xi3_saturate(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <42 x i3>, ptr %a, i64 %i
  %q = getelementptr <42 x i3>, ptr %b, i64 %i
  %r = getelementptr <42 x i3>, ptr %out, i64 %i
  %x = load <42 x i3>, ptr %p
  %y = load <42 x i3>, ptr %q
  %z = call <42 x i3> @llvm.uadd.sat.v42i3(<42 x i3> %x, <42 x i3> %y)
  store <42 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_42xi3_max(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <42 x i3>, ptr %a, i64 %i
  %q = getelementptr <42 x i3>, ptr %b, i64 %i
  %r = getelementptr <42 x i3>, ptr %out, i64 %i
  %x = load <42 x i3>, ptr %p
  %y = load <42 x i3>, ptr %q
  %z = call <42 x i3> @llvm.umax.v42i3(<42 x i3> %x, <42 x i3> %y)
  store <42 x i3> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_25xi5_add(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <25 x i5>, ptr %a, i64 %i
  %q = getelementptr <25 x i5>, ptr %b, i64 %i
  %r = getelementptr <25 x i5>, ptr %out, i64 %i
  %x = load <25 x i5>, ptr %p
  %y = load <25 x i5>, ptr %q
  %z = add <25 x i5> %x, %y
  store <25 x i5> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_25xi5_saturate(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <25 x i5>, ptr %a, i64 %i
  %q = getelementptr <25 x i5>, ptr %b, i64 %i
  %r = getelementptr <25 x i5>, ptr %out, i64 %i
  %x = load <25 x i5>, ptr %p
  %y = load <25 x i5>, ptr %q
  %z = call <25 x i5> @llvm.uadd.sat.v25i5(<25 x i5> %x, <25 x i5> %y)
  store <25 x i5> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counters_25xi5_max(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <25 x i5>, ptr %a, i64 %i
  %q = getelementptr <25 x i5>, ptr %b, i64 %i
  %r = getelementptr <25 x i5>, ptr %out, i64 %i
  %x = load <25 x i5>, ptr %p
  %y = load <25 x i5>, ptr %q
  %z = call <25 x i5> @llvm.umax.v25i5(<25 x i5> %x, <25 x i5> %y)
  store <25 x i5> %z, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare <12 x i5> @llvm.uadd.sat.v12i5(<12 x i5>, <12 x i5>)
declare <12 x i5> @llvm.umax.v12i5(<12 x i5>, <12 x i5>)
declare <21 x i3> @llvm.uadd.sat.v21i3(<21 x i3>, <21 x i3>)
declare <21 x i3> @llvm.umax.v21i3(<21 x i3>, <21 x i3>)
declare <25 x i5> @llvm.uadd.sat.v25i5(<25 x i5>, <25 x i5>)
declare <25 x i5> @llvm.umax.v25i5(<25 x i5>, <25 x i5>)
declare <42 x i3> @llvm.uadd.sat.v42i3(<42 x i3>, <42 x i3>)
declare <42 x i3> @llvm.umax.v42i3(<42 x i3>, <42 x i3>)
declare <6 x i3> @llvm.uadd.sat.v6i3(<6 x i3>, <6 x i3>)
declare <6 x i3> @llvm.umax.v6i3(<6 x i3>, <6 x i3>)
