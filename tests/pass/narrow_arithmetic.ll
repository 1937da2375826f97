; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Means, saturated sums and differences that programs compute with wider numbers need none.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 20

; CHECK-NOT: zext <{{[0-9]*}} x i4>
; CHECK-NOT: sext <{{[0-9]*}} x i4>
; CHECK-LABEL: @mean_floor(
define void @mean_floor(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
  %u = lshr <32 x i8> %s, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @mean_floor_signed(
define void @mean_floor_signed(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = sext <32 x i4> %a to <32 x i8>
  %y = sext <32 x i4> %b to <32 x i8>
  %s = add nsw <32 x i8> %x, %y
  %u = ashr <32 x i8> %s, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @mean_floor_signed_by_lshr(
define void @mean_floor_signed_by_lshr(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = sext <64 x i2> %a to <64 x i16>
  %y = sext <64 x i2> %b to <64 x i16>
  %s = add nsw <64 x i16> %x, %y
  %u = lshr <64 x i16> %s, splat (i16 1)
  %t = trunc <64 x i16> %u to <64 x i2>
  store <64 x i2> %t, ptr %r
  ret void
}

; CHECK-LABEL: @mean_ceiling(
define void @mean_ceiling(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = add nuw nsw <32 x i8> %x, %y
  %m = add nuw nsw <32 x i8> %s, splat (i8 1)
  %u = lshr <32 x i8> %m, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @mean_ceiling_one_first(
define void @mean_ceiling_one_first(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = add nuw nsw <32 x i8> %x, splat (i8 1)
  %m = add nuw nsw <32 x i8> %s, %y
  %u = lshr <32 x i8> %m, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @mean_ceiling_signed(
define void @mean_ceiling_signed(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = sext <32 x i4> %a to <32 x i8>
  %y = sext <32 x i4> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
  %m = add <32 x i8> %s, splat (i8 1)
  %u = ashr <32 x i8> %m, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @mean_ceiling_signed_by_lshr(
define void @mean_ceiling_signed_by_lshr(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = sext <32 x i4> %a to <32 x i8>
  %y = sext <32 x i4> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
  %m = add <32 x i8> %s, splat (i8 1)
  %u = lshr <32 x i8> %m, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @saturated_sum(
define void @saturated_sum(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
  %u = call <32 x i8> @llvm.umin.v32i8(<32 x i8> %s, <32 x i8> splat (i8 15))
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @saturated_sum_of_twos(
define void @saturated_sum_of_twos(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %x = zext <64 x i2> %a to <64 x i8>
  %y = zext <64 x i2> %b to <64 x i8>
  %s = add <64 x i8> %x, %y
  %u = call <64 x i8> @llvm.umin.v64i8(<64 x i8> %s, <64 x i8> splat (i8 3))
  %t = trunc <64 x i8> %u to <64 x i2>
  store <64 x i2> %t, ptr %r
  ret void
}

; CHECK-LABEL: @saturated_difference(
define void @saturated_difference(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = sub <32 x i8> %x, %y
  %u = call <32 x i8> @llvm.smax.v32i8(<32 x i8> %s, <32 x i8> zeroinitializer)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @distance(
define void @distance(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = sub <32 x i8> %x, %y
  %u = call <32 x i8> @llvm.abs.v32i8(<32 x i8> %s, i1 true)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @signed_distance(
define void @signed_distance(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = sext <32 x i4> %a to <32 x i8>
  %y = sext <32 x i4> %b to <32 x i8>
  %s = sub <32 x i8> %x, %y
  %u = call <32 x i8> @llvm.abs.v32i8(<32 x i8> %s, i1 false)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

declare <32 x i8> @llvm.umin.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.smax.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.abs.v32i8(<32 x i8>, i1)
declare <64 x i8> @llvm.umin.v64i8(<64 x i8>, <64 x i8>)
declare <64 x i8> @llvm.smax.v64i8(<64 x i8>, <64 x i8>)
declare <64 x i8> @llvm.abs.v64i8(<64 x i8>, i1)
