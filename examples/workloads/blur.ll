; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; blur.ll - an image of 16 shades, 64 pixels of 4 bits a row: a blur, differences, and a histogram.

; A row with its right and left neighbours, 1-2-1 in 8 bits; the pixels at the ends are their own neighbours.
define internal <64 x i8> @row_sum(ptr %p) alwaysinline {
  %row = load <64 x i4>, ptr %p
  %left = shufflevector <64 x i4> %row, <64 x i4> poison, <64 x i32> <
    i32 0, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10,
    i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21,
    i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32,
    i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43,
    i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54,
    i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62>
  %right = shufflevector <64 x i4> %row, <64 x i4> poison, <64 x i32> <
    i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12,
    i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23,
    i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34,
    i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45,
    i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56,
    i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 63>
  %l = zext <64 x i4> %left to <64 x i8>
  %m = zext <64 x i4> %row to <64 x i8>
  %r = zext <64 x i4> %right to <64 x i8>
  %m2 = shl <64 x i8> %m, splat (i8 1)
  %lr = add <64 x i8> %l, %r
  %sum = add <64 x i8> %lr, %m2
  ret <64 x i8> %sum
}

; a: n rows and two more, one above and one below; out: n rows, each pixel the mean of itself (4), its neighbours (2) and
; theirs (1), rounded
define void @blur(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  %first = call <64 x i8> @row_sum(ptr %a)
  %p1 = getelementptr <64 x i4>, ptr %a, i64 1
  %second = call <64 x i8> @row_sum(ptr %p1)
  %two = getelementptr <64 x i4>, ptr %a, i64 2
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %above = phi <64 x i8> [ %first, %entry ], [ %here, %loop ]
  %here = phi <64 x i8> [ %second, %entry ], [ %below, %loop ]
  %p = getelementptr <64 x i4>, ptr %two, i64 %i
  %below = call <64 x i8> @row_sum(ptr %p)
  %here2 = shl <64 x i8> %here, splat (i8 1)
  %s = add <64 x i8> %above, %below
  %t = add <64 x i8> %s, %here2
  %rounded = add <64 x i8> %t, splat (i8 8)
  %mean = lshr <64 x i8> %rounded, splat (i8 4)
  %pixels = trunc <64 x i8> %mean to <64 x i4>
  %q = getelementptr <64 x i4>, ptr %out, i64 %i
  store <64 x i4> %pixels, ptr %q
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; a, b: two images; out: how far they are apart, pixel by pixel
define void @blur_difference(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <64 x i4>, ptr %a, i64 %i
  %q = getelementptr <64 x i4>, ptr %b, i64 %i
  %r = getelementptr <64 x i4>, ptr %out, i64 %i
  %x = load <64 x i4>, ptr %p
  %y = load <64 x i4>, ptr %q
  %large = call <64 x i4> @llvm.umax.v64i4(<64 x i4> %x, <64 x i4> %y)
  %small = call <64 x i4> @llvm.umin.v64i4(<64 x i4> %x, <64 x i4> %y)
  %d = sub <64 x i4> %large, %small
  store <64 x i4> %d, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; adds the number of pixels of one shade to its bin, an i64
define internal void @count_value(<64 x i4> %row, i4 %shade, ptr %bins) alwaysinline {
  %one = insertelement <64 x i4> poison, i4 %shade, i64 0
  %all = shufflevector <64 x i4> %one, <64 x i4> poison, <64 x i32> zeroinitializer
  %same = icmp eq <64 x i4> %row, %all
  %bits = bitcast <64 x i1> %same to i64
  %count = call i64 @llvm.ctpop.i64(i64 %bits)
  %index = zext i4 %shade to i64
  %bin = getelementptr i64, ptr %bins, i64 %index
  %old = load i64, ptr %bin
  %new = add i64 %old, %count
  store i64 %new, ptr %bin
  ret void
}

; a: an image; out: 16 bins, to which its pixels are added
define void @blur_histogram(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <64 x i4>, ptr %a, i64 %i
  %row = load <64 x i4>, ptr %p
  call void @count_value(<64 x i4> %row, i4 0, ptr %out)
  call void @count_value(<64 x i4> %row, i4 1, ptr %out)
  call void @count_value(<64 x i4> %row, i4 2, ptr %out)
  call void @count_value(<64 x i4> %row, i4 3, ptr %out)
  call void @count_value(<64 x i4> %row, i4 4, ptr %out)
  call void @count_value(<64 x i4> %row, i4 5, ptr %out)
  call void @count_value(<64 x i4> %row, i4 6, ptr %out)
  call void @count_value(<64 x i4> %row, i4 7, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -8, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -7, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -6, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -5, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -4, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -3, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -2, ptr %out)
  call void @count_value(<64 x i4> %row, i4 -1, ptr %out)
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare <64 x i4> @llvm.umax.v64i4(<64 x i4>, <64 x i4>)
declare <64 x i4> @llvm.umin.v64i4(<64 x i4>, <64 x i4>)
declare i64 @llvm.ctpop.i64(i64)
