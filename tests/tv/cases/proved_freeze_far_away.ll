; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Between the flag and the freeze are a phi, a select, a shuffle and casts.
; TV: proved
define i32 @f(<4 x i8> %a, <4 x i8> %b, i1 noundef %c, i1 %d) {
entry:
  %s = add nuw nsw <4 x i8> %a, %b
  br i1 %c, label %left, label %join
left:
  %t = mul nsw <4 x i8> %s, %s
  br label %join
join:
  %p = phi <4 x i8> [ %s, %entry ], [ %t, %left ]
  %q = select i1 %d, <4 x i8> %p, <4 x i8> %b
  %r = shufflevector <4 x i8> %q, <4 x i8> %a, <4 x i32> <i32 3, i32 4, i32 1, i32 6>
  %v = bitcast <4 x i8> %r to i32
  %f = freeze i32 %v
  ret i32 %f
}
; ---- after ----
define i32 @f(<4 x i8> %a, <4 x i8> %b, i1 noundef %c, i1 %d) {
entry:
  %fa = freeze <4 x i8> %a
  %fb = freeze <4 x i8> %b
  %fd = freeze i1 %d
  %s = add <4 x i8> %fb, %fa
  %t = mul <4 x i8> %s, %s
  %p = select i1 %c, <4 x i8> %t, <4 x i8> %s
  %q = select i1 %fd, <4 x i8> %p, <4 x i8> %fb
  %r = shufflevector <4 x i8> %q, <4 x i8> %fa, <4 x i32> <i32 3, i32 4, i32 1, i32 6>
  %v = bitcast <4 x i8> %r to i32
  ret i32 %v
}
