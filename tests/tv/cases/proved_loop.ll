; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum in a loop, in a register.
; TV: proved
; SAYS: 1 loop by induction
; OPTIONS: --assume loads-whole
define void @f(ptr %p, ptr %q, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %s = phi <16 x i2> [ zeroinitializer, %0 ], [ %t, %loop ]
  %x = load <16 x i2>, ptr %p
  %t = add <16 x i2> %s, %x
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  store <16 x i2> %t, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr %p, ptr %q, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %s = phi i32 [ 0, %0 ], [ %t, %loop ]
  %l = load i32, ptr %p
  %x = freeze i32 %l
  %u = and i32 %s, 1431655765
  %v = and i32 %x, 1431655765
  %w = add i32 %u, %v
  %y = xor i32 %s, %x
  %z = and i32 %y, -1431655766
  %t = xor i32 %w, %z
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  store i32 %t, ptr %q
  ret void
}
