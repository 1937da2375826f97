; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields that are extended to be summed are summed as fields twice as wide first; single bits are counted. (That long sums are equal takes the
; solver long: most are short here.)
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 30

; CHECK-NOT: {{zext|sext}} <{{[0-9]+}} x i{{[124]}}>
; CHECK-LABEL: @sum(
define i32 @sum(i32 %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i32 %x to <8 x i4>
  %z = zext <8 x i4> %v to <8 x i32>
  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @signed_sum(
define i64 @signed_sum(ptr %p) "target-cpu"="x86-64" {
  %v = load <8 x i4>, ptr %p
  %z = sext <8 x i4> %v to <8 x i64>
  %r = call i64 @llvm.vector.reduce.add.v8i64(<8 x i64> %z)
  ret i64 %r
}

; CHECK-LABEL: @sum_of_bytes(
define i8 @sum_of_bytes(i16 %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i16 %x to <8 x i2>
  %z = sext <8 x i2> %v to <8 x i8>
  %r = call i8 @llvm.vector.reduce.add.v8i8(<8 x i8> %z)
  ret i8 %r
}

; CHECK-LABEL: @in_words(
define i16 @in_words(i16 %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i16 %x to <8 x i2>
  %z = zext <8 x i2> %v to <8 x i16>
  %r = call i16 @llvm.vector.reduce.add.v8i16(<8 x i16> %z)
  ret i16 %r
}

; CHECK-LABEL: @of_a_difference(
define i32 @of_a_difference(i32 %x, i32 %y) "target-cpu"="x86-64-v3" {
  %a = bitcast i32 %x to <8 x i4>
  %b = bitcast i32 %y to <8 x i4>
  %v = call <8 x i4> @llvm.usub.sat.v8i4(<8 x i4> %a, <8 x i4> %b)
  %z = zext <8 x i4> %v to <8 x i32>
  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @count(
; CHECK: call i16 @llvm.ctpop.i16
define i32 @count(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <16 x i1>, ptr %p
  %z = zext <16 x i1> %v to <16 x i32>
  %r = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @negative_count(
; CHECK: call i8 @llvm.ctpop.i8
define i8 @negative_count(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <8 x i1>, ptr %p
  %z = sext <8 x i1> %v to <8 x i8>
  %r = call i8 @llvm.vector.reduce.add.v8i8(<8 x i8> %z)
  ret i8 %r
}

; CHECK-LABEL: @matches(
define i32 @matches(i16 %x, i16 %y) "target-cpu"="x86-64-v3" {
  %a = bitcast i16 %x to <8 x i2>
  %b = bitcast i16 %y to <8 x i2>
  %c = icmp eq <8 x i2> %a, %b
  %z = zext <8 x i1> %c to <8 x i32>
  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %z)
  ret i32 %r
}

; A register full.
; CHECK-LABEL: @long_sum(
define i32 @long_sum(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <64 x i2>, ptr %p
  %z = sext <64 x i2> %v to <64 x i32>
  %r = call i32 @llvm.vector.reduce.add.v64i32(<64 x i32> %z)
  ret i32 %r
}

declare i8 @llvm.vector.reduce.add.v8i8(<8 x i8>)
declare i16 @llvm.vector.reduce.add.v8i16(<8 x i16>)
declare i32 @llvm.vector.reduce.add.v8i32(<8 x i32>)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)
declare i32 @llvm.vector.reduce.add.v64i32(<64 x i32>)
declare i64 @llvm.vector.reduce.add.v8i64(<8 x i64>)
declare <8 x i4> @llvm.usub.sat.v8i4(<8 x i4>, <8 x i4>)
