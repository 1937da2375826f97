; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop in a loop.
; TV: proved
; SAYS: 2 loops by induction
define i8 @f(i8 %n) {
  br label %outer
outer:
  %i = phi i8 [ 0, %0 ], [ %k, %next ]
  %s = phi i8 [ 0, %0 ], [ %t, %next ]
  br label %inner
inner:
  %j = phi i8 [ 0, %outer ], [ %l, %inner ]
  %t = phi i8 [ %s, %outer ], [ %u, %inner ]
  %v = add i8 %t, %t
  %u = add i8 %v, %i
  %l = add i8 %j, 1
  %c = icmp ult i8 %l, %i
  br i1 %c, label %inner, label %next
next:
  %k = add i8 %i, 1
  %d = icmp ult i8 %k, %n
  br i1 %d, label %outer, label %exit
exit:
  ret i8 %t
}
; ---- after ----
define i8 @f(i8 %n) {
  br label %outer
outer:
  %i = phi i8 [ 0, %0 ], [ %k, %next ]
  %s = phi i8 [ 0, %0 ], [ %t, %next ]
  br label %inner
inner:
  %j = phi i8 [ 0, %outer ], [ %l, %inner ]
  %t = phi i8 [ %s, %outer ], [ %u, %inner ]
  %v = shl i8 %t, 1
  %u = add i8 %i, %v
  %l = add i8 %j, 1
  %c = icmp ult i8 %l, %i
  br i1 %c, label %inner, label %next
next:
  %k = add i8 %i, 1
  %d = icmp ult i8 %k, %n
  br i1 %d, label %outer, label %exit
exit:
  ret i8 %t
}
