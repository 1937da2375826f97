; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vectors that are built of scalars: numbers are put together first and truncated at once; one
; scalar in all fields is a product, or a negation, unless others are shifted by it.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu %s | %llc -O2 | %at-most 30

; 105 instructions from masks: LLVM truncates before it puts together.
; CHECK-LABEL: @bits(
; CHECK: insertelement <8 x i8>
; CHECK: shl <8 x i8>
; CHECK: icmp slt <8 x i8>
define void @bits(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %p0 = getelementptr i8, ptr %p, i64 0
  %x0 = load i8, ptr %p0
  %y0 = trunc i8 %x0 to i1
  %v0 = insertelement <8 x i1> poison, i1 %y0, i32 0
  %p1 = getelementptr i8, ptr %p, i64 1
  %x1 = load i8, ptr %p1
  %y1 = trunc i8 %x1 to i1
  %v1 = insertelement <8 x i1> %v0, i1 %y1, i32 1
  %p2 = getelementptr i8, ptr %p, i64 2
  %x2 = load i8, ptr %p2
  %y2 = trunc i8 %x2 to i1
  %v2 = insertelement <8 x i1> %v1, i1 %y2, i32 2
  %p3 = getelementptr i8, ptr %p, i64 3
  %x3 = load i8, ptr %p3
  %y3 = trunc i8 %x3 to i1
  %v3 = insertelement <8 x i1> %v2, i1 %y3, i32 3
  %p4 = getelementptr i8, ptr %p, i64 4
  %x4 = load i8, ptr %p4
  %y4 = trunc i8 %x4 to i1
  %v4 = insertelement <8 x i1> %v3, i1 %y4, i32 4
  %p5 = getelementptr i8, ptr %p, i64 5
  %x5 = load i8, ptr %p5
  %y5 = trunc i8 %x5 to i1
  %v5 = insertelement <8 x i1> %v4, i1 %y5, i32 5
  %p6 = getelementptr i8, ptr %p, i64 6
  %x6 = load i8, ptr %p6
  %y6 = trunc i8 %x6 to i1
  %v6 = insertelement <8 x i1> %v5, i1 %y6, i32 6
  %p7 = getelementptr i8, ptr %p, i64 7
  %x7 = load i8, ptr %p7
  %y7 = trunc i8 %x7 to i1
  %v7 = insertelement <8 x i1> %v6, i1 %y7, i32 7
  store <8 x i1> %v7, ptr %q
  ret void
}

; 47, or 119 with all fields from two numbers.
; CHECK-LABEL: @pairs(
; CHECK: insertelement <8 x i8>
; CHECK-NOT: <8 x i2>
; CHECK: ret void
define void @pairs(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %p0 = getelementptr i8, ptr %p, i64 0
  %x0 = load i8, ptr %p0
  %y0 = trunc i8 %x0 to i2
  %v0 = insertelement <8 x i2> poison, i2 %y0, i32 0
  %p1 = getelementptr i8, ptr %p, i64 1
  %x1 = load i8, ptr %p1
  %y1 = trunc i8 %x1 to i2
  %v1 = insertelement <8 x i2> %v0, i2 %y1, i32 1
  %p2 = getelementptr i8, ptr %p, i64 2
  %x2 = load i8, ptr %p2
  %y2 = trunc i8 %x2 to i2
  %v2 = insertelement <8 x i2> %v1, i2 %y2, i32 2
  %p3 = getelementptr i8, ptr %p, i64 3
  %x3 = load i8, ptr %p3
  %y3 = trunc i8 %x3 to i2
  %v3 = insertelement <8 x i2> %v2, i2 %y3, i32 3
  %p4 = getelementptr i8, ptr %p, i64 4
  %x4 = load i8, ptr %p4
  %y4 = trunc i8 %x4 to i2
  %v4 = insertelement <8 x i2> %v3, i2 %y4, i32 4
  %p5 = getelementptr i8, ptr %p, i64 5
  %x5 = load i8, ptr %p5
  %y5 = trunc i8 %x5 to i2
  %v5 = insertelement <8 x i2> %v4, i2 %y5, i32 5
  %p6 = getelementptr i8, ptr %p, i64 6
  %x6 = load i8, ptr %p6
  %y6 = trunc i8 %x6 to i2
  %v6 = insertelement <8 x i2> %v5, i2 %y6, i32 6
  %p7 = getelementptr i8, ptr %p, i64 7
  %x7 = load i8, ptr %p7
  %y7 = trunc i8 %x7 to i2
  %v7 = insertelement <8 x i2> %v6, i2 %y7, i32 7
  store <8 x i2> %v7, ptr %q
  ret void
}

; A field is put over another, and one is left out.
; CHECK-LABEL: @put_over(
define void @put_over(i32 %x, i64 %y, i16 %z, ptr %q) "target-cpu"="x86-64-v3" {
  %a = trunc i32 %x to i2
  %b = trunc i64 %y to i2
  %c = trunc i16 %z to i2
  %w0 = insertelement <8 x i2> poison, i2 %a, i32 3
  %w1 = insertelement <8 x i2> %w0, i2 %b, i32 5
  %w2 = insertelement <8 x i2> %w1, i2 %c, i32 3
  %w3 = insertelement <8 x i2> %w2, i2 %b, i32 0
  %w4 = insertelement <8 x i2> %w3, i2 %a, i32 7
  %w5 = insertelement <8 x i2> %w4, i2 %a, i32 6
  store <8 x i2> %w5, ptr %q
  ret void
}

; CHECK-LABEL: @negated(
; CHECK: sub i64 0
; CHECK: bitcast i64 %{{.*}} to <64 x i1>
define void @negated(i64 %k, ptr %q) {
  %e = trunc i64 %k to i1
  %v = insertelement <64 x i1> poison, i1 %e, i32 0
  %s = shufflevector <64 x i1> %v, <64 x i1> poison, <64 x i32> zeroinitializer
  store <64 x i1> %s, ptr %q
  ret void
}

; CHECK-LABEL: @multiplied(
; CHECK: mul i64 %{{.*}}, 6148914691236517205
; CHECK-NOT: <64 x i2>
; CHECK: ret void
define void @multiplied(i2 %e, ptr %p) {
  %a = load <64 x i2>, ptr %p
  %v = insertelement <64 x i2> poison, i2 %e, i32 0
  %s = shufflevector <64 x i2> %v, <64 x i2> poison, <64 x i32> zeroinitializer
  %r = xor <64 x i2> %a, %s
  store <64 x i2> %r, ptr %p
  ret void
}

; 10 fields of 3 bits in one word of 30.
; CHECK-LABEL: @odd(
; CHECK: mul i30
define void @odd(i3 %e, ptr %p) {
  %v = insertelement <10 x i3> poison, i3 %e, i32 0
  %s = shufflevector <10 x i3> %v, <10 x i3> poison, <10 x i32> zeroinitializer
  store <10 x i3> %s, ptr %p
  ret void
}
