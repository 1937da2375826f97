; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What comes in from a scalar or an index may be poison as a whole; a select by fields that follows takes some fields of it, and these
; may not spoil the others. `lanesmith tv` proves every function of this file.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @choice(
; CHECK: freeze i1 %c
; CHECK: ret void
define void @choice(i1 %c, ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %a = load <64 x i2>, ptr %p
  %s = select i1 %c, <64 x i2> %a, <64 x i2> %x
  %m = icmp ult <64 x i2> %x, %y
  %r = select <64 x i1> %m, <64 x i2> %y, <64 x i2> %s
  %t = add <64 x i2> %r, %y
  store <64 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @index(
; CHECK: insertelement
; CHECK: freeze <2 x i64>
; CHECK: ret void
define void @index(i64 %i, ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %s = insertelement <64 x i2> %x, i2 1, i64 %i
  %m = icmp ult <64 x i2> %x, %y
  %r = select <64 x i1> %m, <64 x i2> %y, <64 x i2> %s
  %t = add <64 x i2> %r, %y
  store <64 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @index_in_word(
; CHECK: = or i
; CHECK-NEXT: freeze i
; CHECK: ret void
define void @index_in_word(i64 %i, ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <8 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <8 x i2>, ptr %yp
  %s = insertelement <8 x i2> %x, i2 1, i64 %i
  %m = icmp ult <8 x i2> %x, %y
  %r = select <8 x i1> %m, <8 x i2> %y, <8 x i2> %s
  %t = add <8 x i2> %r, %y
  store <8 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @element(
; CHECK: freeze i2 %e
; CHECK: ret void
define void @element(i2 %e, ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %s = insertelement <64 x i2> %x, i2 %e, i64 3
  %t = add <64 x i2> %s, %y
  store <64 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @splat(
; CHECK: zext i2 %e to i64
; CHECK: mul i64
; CHECK: freeze <2 x i64>
; CHECK: ret void
define void @splat(i2 %e, ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %i = insertelement <64 x i2> poison, i2 %e, i64 0
  %s = shufflevector <64 x i2> %i, <64 x i2> poison, <64 x i32> zeroinitializer
  %m = icmp ult <64 x i2> %x, %y
  %r = select <64 x i1> %m, <64 x i2> %y, <64 x i2> %s
  %t = add <64 x i2> %r, %y
  store <64 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @undefined_fields(
; CHECK: ret void
define void @undefined_fields(ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %s = shufflevector <64 x i2> %x, <64 x i2> poison, <64 x i32> <i32 1, i32 poison, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 poison, i32 14, i32 17, i32 16, i32 19, i32 18, i32 21, i32 20, i32 23, i32 22, i32 25, i32 24, i32 27, i32 26, i32 29, i32 28, i32 31, i32 30, i32 33, i32 32, i32 35, i32 34, i32 37, i32 36, i32 39, i32 38, i32 41, i32 40, i32 43, i32 42, i32 45, i32 44, i32 47, i32 46, i32 49, i32 48, i32 51, i32 50, i32 53, i32 52, i32 55, i32 54, i32 57, i32 56, i32 59, i32 58, i32 61, i32 60, i32 63, i32 62>
  %m = icmp ult <64 x i2> %x, %y
  %r = select <64 x i1> %m, <64 x i2> %y, <64 x i2> %s
  %t = add <64 x i2> %r, %y
  store <64 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @too_far(
; CHECK: ret void
define void @too_far(ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %s = shl <64 x i2> %x, splat (i2 2)
  %m = icmp ult <64 x i2> %x, %y
  %r = select <64 x i1> %m, <64 x i2> %y, <64 x i2> %s
  %t = add <64 x i2> %r, %y
  store <64 x i2> %t, ptr %q
  ret void
}

; CHECK-LABEL: @too_far_bytes(
; CHECK: shl <16 x i8>
; CHECK: ret void
define void @too_far_bytes(ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <16 x i8>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <16 x i8>, ptr %yp
  %zp = getelementptr i8, ptr %p, i64 192
  %z = load <16 x i8>, ptr %zp
  %s = shl <16 x i8> %x, %z
  %m = icmp ult <16 x i8> %x, %y
  %r = select <16 x i1> %m, <16 x i8> %y, <16 x i8> %s
  store <16 x i8> %r, ptr %q
  ret void
}

; CHECK-LABEL: @from_floats(
; CHECK: freeze <32 x i32>
; CHECK: ret void
define void @from_floats(<32 x float> %f, ptr %p, ptr %q) {
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <32 x i4>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <32 x i4>, ptr %yp
  %s = fptoui <32 x float> %f to <32 x i4>
  %m = icmp ult <32 x i4> %x, %y
  %r = select <32 x i1> %m, <32 x i4> %y, <32 x i4> %s
  %t = add <32 x i4> %r, %y
  store <32 x i4> %t, ptr %q
  ret void
}

; CHECK-LABEL: @around(
; CHECK: freeze i1 %c
; CHECK: ret void
define void @around(i1 %c, i32 %n, ptr %p, ptr %q) {
entry:
  %xp = getelementptr i8, ptr %p, i64 64
  %x = load <64 x i2>, ptr %xp
  %yp = getelementptr i8, ptr %p, i64 128
  %y = load <64 x i2>, ptr %yp
  %s = select i1 %c, <64 x i2> %y, <64 x i2> %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %v = phi <64 x i2> [ %s, %entry ], [ %r, %loop ]
  %m = icmp ult <64 x i2> %x, %y
  %t = select <64 x i1> %m, <64 x i2> %y, <64 x i2> %v
  %r = add <64 x i2> %t, %x
  %j = add i32 %i, 1
  %e = icmp eq i32 %j, 9
  br i1 %e, label %out, label %loop
out:
  store <64 x i2> %r, ptr %q
  ret void
}
