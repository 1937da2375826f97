; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields of 3 and 5 bits that fill a register but for some bits: the register is read whole, not as an i63, and the bits above are
; written as zeros. So the loop over counters in a general register is vectorized.
; RUN: %lower %s | %check %s
; RUN: %lower-o2 -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s -S | %check --check-prefix=LOOP %s

; CHECK-LABEL: @words(
; CHECK: load i64
; CHECK-NOT: i63
; CHECK: and i64 %{{.*}}, 9223372036854775807
; CHECK-NEXT: store i64
; LOOP-LABEL: @words(
; LOOP: load <4 x i64>
define void @words(ptr noalias %p, ptr noalias %r, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %pi = getelementptr <21 x i3>, ptr %p, i64 %i
  %ri = getelementptr <21 x i3>, ptr %r, i64 %i
  %a = load <21 x i3>, ptr %pi
  %c = add <21 x i3> %a, splat (i3 1)
  store <21 x i3> %c, ptr %ri
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @vectors(
; CHECK: load <2 x i64>
; CHECK: and <2 x i64> %{{.*}}, <i64 -1, i64 2305843009213693951>
; CHECK-NEXT: store <2 x i64>
define void @vectors(ptr %p, ptr %q, ptr %r) {
  %a = load <25 x i5>, ptr %p
  %b = load <25 x i5>, ptr %q
  %c = add <25 x i5> %a, %b
  store <25 x i5> %c, ptr %r
  ret void
}

; CHECK-LABEL: @three_bytes(
; CHECK: load i24
; CHECK: and i24 %{{.*}}, 262143
; CHECK-NEXT: store i24
define void @three_bytes(ptr %p, ptr %q, ptr %r) {
  %a = load <6 x i3>, ptr %p
  %b = load <6 x i3>, ptr %q
  %c = add <6 x i3> %a, %b
  store <6 x i3> %c, ptr %r
  ret void
}
