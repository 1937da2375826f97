; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector that is carried around a loop stays in its register: the phi becomes one of the carrier.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 24

; CHECK-LABEL: @sum(
; CHECK: loop:
; CHECK: phi <2 x i64> [ {{.*}}, %entry ], [ {{.*}}, %loop ]
; CHECK-NOT: {{(load|add|bitcast)}} <64 x i2>
; CHECK: exit:
; CHECK: store <2 x i64>
define void @sum(ptr %p, ptr %r, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi <64 x i2> [ zeroinitializer, %entry ], [ %s.next, %loop ]
  %at = getelementptr <64 x i2>, ptr %p, i64 %i
  %a = load <64 x i2>, ptr %at
  %s.next = add <64 x i2> %s, %a
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
exit:
  store <64 x i2> %s.next, ptr %r
  ret void
}
