; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Phis that exchange their values, in blocks that stand in an order other than that of the flow.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @swap(
; CHECK-NOT: <32 x i2>
; CHECK: ret void
define void @swap(ptr %p, ptr %q, ptr %r, i32 %n) {
entry:
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  br label %head
exit:
  %d = sub <32 x i2> %x, %y
  store <32 x i2> %d, ptr %r
  ret void
head:
  %i = phi i32 [ %n, %entry ], [ %j, %body ]
  %x = phi <32 x i2> [ %a, %entry ], [ %y, %body ]
  %y = phi <32 x i2> [ %b, %entry ], [ %z, %body ]
  %stop = icmp eq i32 %i, 0
  br i1 %stop, label %exit, label %body
body:
  %z = add <32 x i2> %x, %y
  %j = add i32 %i, -1
  br label %head
}
