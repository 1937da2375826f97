; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In the pipeline, what does not change in a loop is hoisted after the lowering: masks and partial results too.
; RUN: %lower-o2 %s | %check %s

; CHECK-LABEL: @hoist(
; CHECK: load <2 x i64>, ptr %q
; CHECK: load <2 x i64>, ptr %t
; CHECK: {{^[a-z0-9.]+:}}
; CHECK-NOT: ptr %q
; CHECK-NOT: ptr %t
; CHECK: ret void
define void @hoist(ptr noalias %p, ptr noalias readonly %q, ptr noalias readonly %t, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr <64 x i2>, ptr %p, i64 %i
  %a = load <64 x i2>, ptr %at
  %b = load <64 x i2>, ptr %q
  %c = load <64 x i2>, ptr %t
  %bc = add <64 x i2> %b, %c
  %s = add <64 x i2> %a, %bc
  store <64 x i2> %s, ptr %at
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
