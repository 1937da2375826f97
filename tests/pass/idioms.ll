; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Several instructions that are one operation of the table: absolute differences, means, lowest bits, rotations, shifts by one amount.
; RUN: %lower %s | %check %s

; CHECK-NOT: icmp

; CHECK-LABEL: @difference(
define void @difference(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.umax.v32i4(<32 x i4> %a, <32 x i4> %b)
  %y = call <32 x i4> @llvm.umin.v32i4(<32 x i4> %b, <32 x i4> %a)
  %s = sub <32 x i4> %x, %y
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @signed_difference(
define void @signed_difference(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = call <64 x i2> @llvm.smax.v64i2(<64 x i2> %a, <64 x i2> %b)
  %y = call <64 x i2> @llvm.smin.v64i2(<64 x i2> %a, <64 x i2> %b)
  %s = sub nuw <64 x i2> %x, %y
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @difference_saturated(
define void @difference_saturated(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.usub.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  %y = call <32 x i4> @llvm.usub.sat.v32i4(<32 x i4> %b, <32 x i4> %a)
  %s = or <32 x i4> %y, %x
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @difference_chosen(
define void @difference_chosen(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp ule <32 x i4> %a, %b
  %x = sub <32 x i4> %a, %b
  %y = sub <32 x i4> %b, %a
  %s = select <32 x i1> %c, <32 x i4> %y, <32 x i4> %x
  store <32 x i4> %s, ptr %r
  ret void
}

; fields that cross bytes: none in the table
; CHECK-LABEL: @signed_difference_chosen(
define void @signed_difference_chosen(ptr %p, ptr %q, ptr %r) {
  %a = load <16 x i3>, ptr %p
  %b = load <16 x i3>, ptr %q
  %c = icmp sgt <16 x i3> %a, %b
  %x = sub nsw <16 x i3> %a, %b
  %y = sub nsw <16 x i3> %b, %a
  %s = select <16 x i1> %c, <16 x i3> %x, <16 x i3> %y
  store <16 x i3> %s, ptr %r
  ret void
}

; CHECK-LABEL: @mean(
define void @mean(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = and <64 x i2> %a, %b
  %y = xor <64 x i2> %b, %a
  %h = lshr <64 x i2> %y, splat (i2 1)
  %s = add <64 x i2> %h, %x
  store <64 x i2> %s, ptr %r
  ret void
}

; two registers
; CHECK-LABEL: @mean_up(
define void @mean_up(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i4>, ptr %p
  %b = load <64 x i4>, ptr %q
  %x = or <64 x i4> %a, %b
  %y = xor <64 x i4> %a, %b
  %h = lshr <64 x i4> %y, splat (i4 1)
  %s = sub <64 x i4> %x, %h
  store <64 x i4> %s, ptr %r
  ret void
}

; in part of a register
; CHECK-LABEL: @signed_mean(
define void @signed_mean(ptr %p, ptr %q, ptr %r) {
  %a = load <20 x i4>, ptr %p
  %b = load <20 x i4>, ptr %q
  %x = and <20 x i4> %a, %b
  %y = xor <20 x i4> %a, %b
  %h = ashr <20 x i4> %y, splat (i4 1)
  %s = add <20 x i4> %x, %h
  store <20 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @signed_mean_up(
define void @signed_mean_up(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = or <32 x i4> %a, %b
  %y = xor <32 x i4> %a, %b
  %h = ashr <32 x i4> %y, splat (i4 1)
  %s = sub <32 x i4> %x, %h
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @lowest(
define void @lowest(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = sub <32 x i4> zeroinitializer, %a
  %s = and <32 x i4> %x, %a
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @lowest_cleared(
define void @lowest_cleared(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = add <32 x i4> %a, splat (i4 -1)
  %s = and <32 x i4> %a, %x
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @odd_number_of_ones(
define void @odd_number_of_ones(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.ctpop.v32i4(<32 x i4> %a)
  %s = and <32 x i4> %x, splat (i4 1)
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @by_sign(
define void @by_sign(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp slt <32 x i4> %a, zeroinitializer
  %x = add <32 x i4> %a, %b
  %s = select <32 x i1> %c, <32 x i4> %b, <32 x i4> %x
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @by_no_sign(
define void @by_no_sign(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sgt <64 x i2> %a, splat (i2 -1)
  %x = add <64 x i2> %a, %b
  %s = select <64 x i1> %c, <64 x i2> %b, <64 x i2> %x
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @rotated(
define void @rotated(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %s = call <32 x i4> @llvm.fshl.v32i4(<32 x i4> %a, <32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @rotated_back(
define void @rotated_back(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %s = call <64 x i2> @llvm.fshr.v64i2(<64 x i2> %a, <64 x i2> %a, <64 x i2> %b)
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @shl_32x4_by_one_amount(
define void @shl_32x4_by_one_amount(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %i = insertelement <32 x i4> poison, i4 %k, i64 0
  %v = shufflevector <32 x i4> %i, <32 x i4> poison, <32 x i32> zeroinitializer
  %s = shl <32 x i4> %a, %v
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @shl_64x2_by_one_amount(
define void @shl_64x2_by_one_amount(ptr %p, ptr %q, ptr %r, i2 %k) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %i = insertelement <64 x i2> poison, i2 %k, i64 0
  %v = shufflevector <64 x i2> %i, <64 x i2> poison, <64 x i32> zeroinitializer
  %s = shl <64 x i2> %a, %v
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @shl_8x4_by_one_amount(
define void @shl_8x4_by_one_amount(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %i = insertelement <8 x i4> poison, i4 %k, i64 0
  %v = shufflevector <8 x i4> %i, <8 x i4> poison, <8 x i32> zeroinitializer
  %s = shl <8 x i4> %a, %v
  store <8 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @shl_48x2_by_one_amount(
define void @shl_48x2_by_one_amount(ptr %p, ptr %q, ptr %r, i2 %k) {
  %a = load <48 x i2>, ptr %p
  %b = load <48 x i2>, ptr %q
  %i = insertelement <48 x i2> poison, i2 %k, i64 0
  %v = shufflevector <48 x i2> %i, <48 x i2> poison, <48 x i32> zeroinitializer
  %s = shl <48 x i2> %a, %v
  store <48 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @lshr_32x4_by_one_amount(
define void @lshr_32x4_by_one_amount(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %i = insertelement <32 x i4> poison, i4 %k, i64 0
  %v = shufflevector <32 x i4> %i, <32 x i4> poison, <32 x i32> zeroinitializer
  %s = lshr <32 x i4> %a, %v
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @lshr_64x2_by_one_amount(
define void @lshr_64x2_by_one_amount(ptr %p, ptr %q, ptr %r, i2 %k) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %i = insertelement <64 x i2> poison, i2 %k, i64 0
  %v = shufflevector <64 x i2> %i, <64 x i2> poison, <64 x i32> zeroinitializer
  %s = lshr <64 x i2> %a, %v
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @lshr_8x4_by_one_amount(
define void @lshr_8x4_by_one_amount(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %i = insertelement <8 x i4> poison, i4 %k, i64 0
  %v = shufflevector <8 x i4> %i, <8 x i4> poison, <8 x i32> zeroinitializer
  %s = lshr <8 x i4> %a, %v
  store <8 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @lshr_48x2_by_one_amount(
define void @lshr_48x2_by_one_amount(ptr %p, ptr %q, ptr %r, i2 %k) {
  %a = load <48 x i2>, ptr %p
  %b = load <48 x i2>, ptr %q
  %i = insertelement <48 x i2> poison, i2 %k, i64 0
  %v = shufflevector <48 x i2> %i, <48 x i2> poison, <48 x i32> zeroinitializer
  %s = lshr <48 x i2> %a, %v
  store <48 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @ashr_32x4_by_one_amount(
define void @ashr_32x4_by_one_amount(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %i = insertelement <32 x i4> poison, i4 %k, i64 0
  %v = shufflevector <32 x i4> %i, <32 x i4> poison, <32 x i32> zeroinitializer
  %s = ashr <32 x i4> %a, %v
  store <32 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @ashr_64x2_by_one_amount(
define void @ashr_64x2_by_one_amount(ptr %p, ptr %q, ptr %r, i2 %k) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %i = insertelement <64 x i2> poison, i2 %k, i64 0
  %v = shufflevector <64 x i2> %i, <64 x i2> poison, <64 x i32> zeroinitializer
  %s = ashr <64 x i2> %a, %v
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @ashr_8x4_by_one_amount(
define void @ashr_8x4_by_one_amount(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %i = insertelement <8 x i4> poison, i4 %k, i64 0
  %v = shufflevector <8 x i4> %i, <8 x i4> poison, <8 x i32> zeroinitializer
  %s = ashr <8 x i4> %a, %v
  store <8 x i4> %s, ptr %r
  ret void
}

; CHECK-LABEL: @ashr_48x2_by_one_amount(
define void @ashr_48x2_by_one_amount(ptr %p, ptr %q, ptr %r, i2 %k) {
  %a = load <48 x i2>, ptr %p
  %b = load <48 x i2>, ptr %q
  %i = insertelement <48 x i2> poison, i2 %k, i64 0
  %v = shufflevector <48 x i2> %i, <48 x i2> poison, <48 x i32> zeroinitializer
  %s = ashr <48 x i2> %a, %v
  store <48 x i2> %s, ptr %r
  ret void
}

; the greater and the lesser are wanted for themselves
; CHECK-LABEL: @shared(
define void @shared(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.umax.v32i4(<32 x i4> %a, <32 x i4> %b)
  %y = call <32 x i4> @llvm.umin.v32i4(<32 x i4> %a, <32 x i4> %b)
  %d = sub <32 x i4> %x, %y
  %e = add <32 x i4> %d, %x
  %s = add <32 x i4> %e, %y
  store <32 x i4> %s, ptr %r
  ret void
}

; the copies of the amount are wanted, too
; CHECK-LABEL: @amount_elsewhere(
define void @amount_elsewhere(ptr %p, ptr %q, ptr %r, i4 %k) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %i = insertelement <32 x i4> poison, i4 %k, i64 0
  %v = shufflevector <32 x i4> %i, <32 x i4> poison, <32 x i32> zeroinitializer
  %x = shl <32 x i4> %a, %v
  %s = add <32 x i4> %x, %v
  store <32 x i4> %s, ptr %r
  ret void
}

; not the same operands
; CHECK-LABEL: @not_a_mean(
define void @not_a_mean(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = and <32 x i4> %a, %b
  %y = xor <32 x i4> %a, %a
  %h = lshr <32 x i4> %b, splat (i4 1)
  %s = add <32 x i4> %x, %h
  store <32 x i4> %s, ptr %r
  ret void
}

; less two
; CHECK-LABEL: @not_twice(
define void @not_twice(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = add <64 x i2> %a, splat (i2 -2)
  %s = and <64 x i2> %a, %x
  store <64 x i2> %s, ptr %r
  ret void
}

; CHECK-LABEL: @undefined_number(
define void @undefined_number(ptr %p, ptr %q, ptr %r) {
  %a = load <4 x i4>, ptr %p
  %b = load <4 x i4>, ptr %q
  %x = add <4 x i4> %a, <i4 -1, i4 undef, i4 -1, i4 poison>
  %s = and <4 x i4> %a, %x
  store <4 x i4> %s, ptr %r
  ret void
}

; one idiom's result in another
; CHECK-LABEL: @mean_of_means(
define void @mean_of_means(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = and <64 x i2> %a, %b
  %y = xor <64 x i2> %a, %b
  %h = lshr <64 x i2> %y, splat (i2 1)
  %m = add <64 x i2> %x, %h
  %u = and <64 x i2> %m, %a
  %v = xor <64 x i2> %m, %a
  %g = lshr <64 x i2> %v, splat (i2 1)
  %s = add <64 x i2> %u, %g
  store <64 x i2> %s, ptr %r
  ret void
}

declare <32 x i4> @llvm.ctpop.v32i4(<32 x i4>)
declare <32 x i4> @llvm.fshl.v32i4(<32 x i4>, <32 x i4>, <32 x i4>)
declare <32 x i4> @llvm.umax.v32i4(<32 x i4>, <32 x i4>)
declare <32 x i4> @llvm.umin.v32i4(<32 x i4>, <32 x i4>)
declare <32 x i4> @llvm.usub.sat.v32i4(<32 x i4>, <32 x i4>)
declare <64 x i2> @llvm.fshr.v64i2(<64 x i2>, <64 x i2>, <64 x i2>)
declare <64 x i2> @llvm.smax.v64i2(<64 x i2>, <64 x i2>)
declare <64 x i2> @llvm.smin.v64i2(<64 x i2>, <64 x i2>)
