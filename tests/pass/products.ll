; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Products of small fields with such or with bytes, of which only the sum is wanted: pairs are summed by one instruction. (That sums of
; many products are equal takes the solver long: most are zero here.)
; RUN: %lower %s | %check %s

; CHECK-NOT: mul <
; CHECK-NOT: {{zext|sext}} <{{[0-9]+}} x i{{[124]}}>

; bytes of which one vector is unsigned: nothing is taken off again
; CHECK-LABEL: @unsigned_weights(
; CHECK: call <8 x i16> @llvm.x86.ssse3.pmadd.ub.sw.128
; CHECK: call <4 x i32> @llvm.x86.sse2.pmadd.wd
; CHECK: call i32 @llvm.vector.reduce.add.v4i32
define i32 @unsigned_weights(ptr %p, <4 x i8> %x4) "lanesmith"="always" "target-cpu"="x86-64-v2" {
  %x = shufflevector <4 x i8> %x4, <4 x i8> zeroinitializer, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4>
  %all = load <16 x i4>, ptr %p
  %w = and <16 x i4> %all, <i4 -1, i4 -1, i4 -1, i4 -1, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0>
  %wide = zext <16 x i4> %w to <16 x i32>
  %by = sext <16 x i8> %x to <16 x i32>
  %products = mul nsw <16 x i32> %wide, %by
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %products)
  ret i32 %sum
}

; two signed factors
; CHECK-LABEL: @signed_weights(
; CHECK: freeze <32 x i8>
; CHECK-COUNT-2: call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw
; CHECK: sub <16 x i16>
; CHECK: call <8 x i32> @llvm.x86.avx2.pmadd.wd
define i32 @signed_weights(ptr %p, <2 x i8> %x2) "lanesmith"="always" "target-cpu"="x86-64-v3" {
  %x = shufflevector <2 x i8> %x2, <2 x i8> zeroinitializer, <32 x i32> <i32 0, i32 1, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2>
  %all = load <32 x i2>, ptr %p
  %w = and <32 x i2> %all, <i2 -1, i2 -1, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0>
  %wide = sext <32 x i2> %w to <32 x i32>
  %by = sext <32 x i8> %x to <32 x i32>
  %products = mul <32 x i32> %by, %wide
  %sum = call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %products)
  ret i32 %sum
}

; CHECK-LABEL: @signed_weight(
; CHECK-COUNT-2: call <8 x i16> @llvm.x86.ssse3.pmadd.ub.sw.128
define i32 @signed_weight(ptr %p, <1 x i8> %x1) "lanesmith"="always" "target-cpu"="x86-64-v2" {
  %x = shufflevector <1 x i8> %x1, <1 x i8> zeroinitializer, <16 x i32> <i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %all = load <16 x i4>, ptr %p
  %w = and <16 x i4> %all, <i4 -1, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0>
  %wide = sext <16 x i4> %w to <16 x i32>
  %by = sext <16 x i8> %x to <16 x i32>
  %products = mul <16 x i32> %by, %wide
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %products)
  ret i32 %sum
}

; unsigned bytes, sums of 64 bits
; CHECK-LABEL: @unsigned_bytes(
; CHECK-COUNT-1: call <32 x i16> @llvm.x86.avx512.pmaddubs.w.512(<64 x i8> %x
; CHECK: sext <16 x i32> %{{.*}} to <16 x i64>
; CHECK: call i64 @llvm.vector.reduce.add.v16i64
define i64 @unsigned_bytes(ptr %p, <2 x i8> %x2) "lanesmith"="always" "target-cpu"="x86-64-v4" "min-legal-vector-width"="512" {
  %x = shufflevector <2 x i8> %x2, <2 x i8> zeroinitializer, <64 x i32> <i32 0, i32 1, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2>
  %all = load <64 x i2>, ptr %p
  %w = and <64 x i2> %all, <i2 -1, i2 -1, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0>
  %wide = sext <64 x i2> %w to <64 x i64>
  %by = zext <64 x i8> %x to <64 x i64>
  %products = mul nsw <64 x i64> %wide, %by
  %sum = call i64 @llvm.vector.reduce.add.v64i64(<64 x i64> %products)
  ret i64 %sum
}

; products of 16 bits that are extended, sums of 16 bits; without byte shuffles even and odd fields are multiplied as words
; CHECK-LABEL: @extended_products(
; CHECK: ashr <8 x i16> %{{.*}}, {{splat \(i16 12\)|<i16 12}}
; CHECK-COUNT-2: call <4 x i32> @llvm.x86.sse2.pmadd.wd
define i32 @extended_products(ptr %p, ptr %q) "lanesmith"="always" "target-cpu"="x86-64" {
  %all = load <16 x i4>, ptr %p
  %a = and <16 x i4> %all, <i4 -1, i4 -1, i4 -1, i4 -1, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0, i4 0>
  %b = load <16 x i2>, ptr %q
  %wide = sext <16 x i4> %a to <16 x i16>
  %by = zext <16 x i2> %b to <16 x i16>
  %products = mul <16 x i16> %wide, %by
  %more = sext <16 x i16> %products to <16 x i32>
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %more)
  ret i32 %sum
}

; CHECK-LABEL: @in_words(
; CHECK: trunc <4 x i32> %{{.*}} to <4 x i16>
define i16 @in_words(ptr %p, <16 x i8> %x) "lanesmith"="always" "target-cpu"="x86-64" {
  %w = load <16 x i2>, ptr %p
  %wide = zext <16 x i2> %w to <16 x i16>
  %by = zext <16 x i8> %x to <16 x i16>
  %products = mul <16 x i16> %wide, %by
  %sum = call i16 @llvm.vector.reduce.add.v16i16(<16 x i16> %products)
  ret i16 %sum
}

; a loop: the vector of sums has four elements then, and no flag is left
; CHECK-LABEL: @loop(
; CHECK: phi <4 x i32> [ zeroinitializer, %entry ]
; CHECK: add <4 x i32>
define i32 @loop(ptr %p, ptr %q, i64 %n) "lanesmith"="always" "target-cpu"="x86-64" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %r = getelementptr <16 x i2>, ptr %p, i64 %i
  %s = getelementptr <16 x i4>, ptr %q, i64 %i
  %all = load <16 x i2>, ptr %r
  %w = and <16 x i2> %all, <i2 -1, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0, i2 0>
  %x = load <16 x i4>, ptr %s
  %wide = sext <16 x i2> %w to <16 x i32>
  %by = sext <16 x i4> %x to <16 x i32>
  %products = mul nsw <16 x i32> %wide, %by
  %sum.next = add nsw <16 x i32> %sum, %products
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %total = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %sum.next)
  ret i32 %total
}

; two products and a third addend, which keeps the vector of sums as long as it was
; CHECK-LABEL: @other_addend(
; CHECK-COUNT-2: shufflevector <4 x i32> %{{.*}}, <16 x i32>
; CHECK: add <16 x i32> %{{.*}}, %c
define i32 @other_addend(ptr %p, ptr %q, <16 x i32> %c) "lanesmith"="always" "target-cpu"="x86-64" {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %wa = zext <16 x i2> %a to <16 x i32>
  %wb = zext <16 x i2> %b to <16 x i32>
  %square = mul nuw nsw <16 x i32> %wa, %wa
  %product = mul nuw nsw <16 x i32> %wa, %wb
  %s = add nuw nsw <16 x i32> %square, %product
  %t = add nuw nsw <16 x i32> %s, %c
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %t)
  ret i32 %sum
}

; a factor is stored, too
; CHECK-LABEL: @factor_stored(
; CHECK: store <16 x i32>
; CHECK: ret i32
define i32 @factor_stored(ptr %p, ptr %q, ptr %r) "lanesmith"="always" "target-cpu"="x86-64" {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %wa = zext <16 x i2> %a to <16 x i32>
  %wb = zext <16 x i2> %b to <16 x i32>
  store <16 x i32> %wa, ptr %r
  %product = mul nuw nsw <16 x i32> %wa, %wb
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %product)
  ret i32 %sum
}

; somebody wants the products themselves
; CHECK-LABEL: @products_wanted(
define i32 @products_wanted(ptr %p, <16 x i8> %x, ptr %r) "lanesmith"="always" "target-cpu"="x86-64-v3" {
  %w = load <16 x i4>, ptr %p
  %wide = sext <16 x i4> %w to <16 x i32>
  %by = sext <16 x i8> %x to <16 x i32>
  %products = sub <16 x i32> %wide, %by
  store <16 x i32> %products, ptr %r
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %products)
  ret i32 %sum
}
