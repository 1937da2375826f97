; Fields that are extended to be summed are summed as fields twice as wide first; single bits are counted.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 30

; CHECK-NOT: call {{.*}} @llvm.vector.reduce.add.v{{(32|64|128)}}i
; CHECK-LABEL: @sum(
define i32 @sum(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <32 x i4>, ptr %p
  %z = zext <32 x i4> %v to <32 x i32>
  %r = call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @signed_sum(
define i32 @signed_sum(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <64 x i2>, ptr %p
  %z = sext <64 x i2> %v to <64 x i32>
  %r = call i32 @llvm.vector.reduce.add.v64i32(<64 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @sum_of_bytes(
define i8 @sum_of_bytes(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <64 x i4>, ptr %p
  %z = sext <64 x i4> %v to <64 x i8>
  %r = call i8 @llvm.vector.reduce.add.v64i8(<64 x i8> %z)
  ret i8 %r
}

; CHECK-LABEL: @long_sum(
define i64 @long_sum(ptr %p) "target-cpu"="x86-64" {
  %v = load <16 x i4>, ptr %p
  %z = sext <16 x i4> %v to <16 x i64>
  %r = call i64 @llvm.vector.reduce.add.v16i64(<16 x i64> %z)
  ret i64 %r
}

; CHECK-LABEL: @in_a_word(
define i16 @in_a_word(i32 %x) "target-cpu"="x86-64-v3" {
  %v = bitcast i32 %x to <16 x i2>
  %z = zext <16 x i2> %v to <16 x i16>
  %r = call i16 @llvm.vector.reduce.add.v16i16(<16 x i16> %z)
  ret i16 %r
}

; CHECK-LABEL: @of_a_difference(
define i32 @of_a_difference(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %v = call <32 x i4> @llvm.usub.sat.v32i4(<32 x i4> %a, <32 x i4> %b)
  %z = zext <32 x i4> %v to <32 x i32>
  %r = call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @count(
; CHECK: call i128 @llvm.ctpop.i128
define i32 @count(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <128 x i1>, ptr %p
  %z = zext <128 x i1> %v to <128 x i32>
  %r = call i32 @llvm.vector.reduce.add.v128i32(<128 x i32> %z)
  ret i32 %r
}

; CHECK-LABEL: @negative_count(
; CHECK: call i64 @llvm.ctpop.i64
define i8 @negative_count(ptr %p) "target-cpu"="x86-64-v3" {
  %v = load <64 x i1>, ptr %p
  %z = sext <64 x i1> %v to <64 x i8>
  %r = call i8 @llvm.vector.reduce.add.v64i8(<64 x i8> %z)
  ret i8 %r
}

; CHECK-LABEL: @matches(
define i32 @matches(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp eq <64 x i2> %a, %b
  %z = zext <64 x i1> %c to <64 x i32>
  %r = call i32 @llvm.vector.reduce.add.v64i32(<64 x i32> %z)
  ret i32 %r
}

declare i8 @llvm.vector.reduce.add.v64i8(<64 x i8>)
declare i16 @llvm.vector.reduce.add.v16i16(<16 x i16>)
declare i32 @llvm.vector.reduce.add.v32i32(<32 x i32>)
declare i32 @llvm.vector.reduce.add.v64i32(<64 x i32>)
declare i32 @llvm.vector.reduce.add.v128i32(<128 x i32>)
declare i64 @llvm.vector.reduce.add.v16i64(<16 x i64>)
declare <32 x i4> @llvm.usub.sat.v32i4(<32 x i4>, <32 x i4>)
