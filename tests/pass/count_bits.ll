; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Compares whose packed bits are only counted: of each field the highest bit is enough, and these are laid together in any order, without
; packing; who counts and also uses them gets them in order.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 42
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 40

; CHECK-NOT: icmp

; CHECK-LABEL: @differences(
; CHECK: and i64 %{{.*}}, -6148914691236517206
; CHECK: lshr i32 %{{.*}}, 1
; CHECK-NEXT: [[ONES:%.*]] = or i32
; CHECK-NEXT: call i32 @llvm.ctpop.i32(i32 [[ONES]])
define i32 @differences(ptr %p, ptr %q) {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %k = icmp ne <32 x i2> %a, %b
  %z = bitcast <32 x i1> %k to i32
  %n = call i32 @llvm.ctpop.i32(i32 %z)
  ret i32 %n
}

; without an instruction that counts bits fields are counted where they are: neighbours are added until they fill bytes
; CHECK-LABEL: @counted_in_place(
; CHECK: lshr <2 x i64> %{{.*}}, {{splat \(i64 3\)|<i64 3, i64 3>}}
; CHECK: and <2 x i64> %{{.*}}, {{splat \(i64 1085102592571150095\)|<i64 1085102592571150095, i64 1085102592571150095>}}
; CHECK-NOT: ctpop
; CHECK: call i32 @llvm.vector.reduce.add.v16i32
define i32 @counted_in_place(ptr %p) "target-cpu"="x86-64" {
  %a = load <32 x i4>, ptr %p
  %k = icmp eq <32 x i4> %a, splat (i4 5)
  %z = bitcast <32 x i1> %k to i32
  %n = call i32 @llvm.ctpop.i32(i32 %z)
  ret i32 %n
}

; of pairs too, and twice
; CHECK-LABEL: @pairs_counted_in_place(
; CHECK: and <2 x i64> %{{.*}}, {{splat \(i64 3689348814741910323\)|<i64 3689348814741910323, i64 3689348814741910323>}}
; CHECK-NOT: ctpop
; CHECK: [[COUNT:%.*]] = call i32 @llvm.vector.reduce.add.v16i32
; CHECK: zext i32 [[COUNT]] to i64
define i64 @pairs_counted_in_place(ptr %p, ptr %q) "target-cpu"="x86-64" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ult <64 x i2> %a, %b
  %z = bitcast <64 x i1> %k to i64
  %n = call i64 @llvm.ctpop.i64(i64 %z)
  %m = call i64 @llvm.ctpop.i64(i64 %z)
  %s = mul i64 %n, %m
  ret i64 %s
}

; logic of two compares stays a mask
; CHECK-LABEL: @both(
; CHECK: and i32 %{{.*}}, -1431655766
; CHECK: lshr i16 %{{.*}}, 1
; CHECK: call i16 @llvm.ctpop.i16
define i16 @both(ptr %p, ptr %q) {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %k = icmp eq <16 x i2> %a, %b
  %l = icmp ne <16 x i2> %a, zeroinitializer
  %m = and <16 x i1> %k, %l
  %z = bitcast <16 x i1> %m to i16
  %n = call i16 @llvm.ctpop.i16(i16 %z)
  ret i16 %n
}

; the order counts
; CHECK-LABEL: @order(
; CHECK-NOT: and i8 %{{.*}}, 85
; CHECK: ret i8
define i8 @order(ptr %p, ptr %q) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %k = icmp ult <8 x i4> %a, %b
  %z = bitcast <8 x i1> %k to i8
  %n = call i8 @llvm.ctpop.i8(i8 %z)
  %x = xor i8 %n, %z
  ret i8 %x
}

; fields that do not fill their register are packed
; CHECK-LABEL: @part(
; CHECK: call i24 @llvm.ctpop.i24
define i24 @part(ptr %p, ptr %q) {
  %a = load <24 x i2>, ptr %p
  %b = load <24 x i2>, ptr %q
  %k = icmp eq <24 x i2> %a, %b
  %z = bitcast <24 x i1> %k to i24
  %n = call i24 @llvm.ctpop.i24(i24 %z)
  ret i24 %n
}

; through logic of several compares the highest bit of a field is enough
; CHECK-LABEL: @through_logic(
; CHECK: and i32 %{{.*}}, -1431655766
; CHECK: call i16 @llvm.ctpop.i16
define i16 @through_logic(ptr %p, ptr %q, ptr %r) {
  %a = load <16 x i2>, ptr %p
  %b = load <16 x i2>, ptr %q
  %c = load <16 x i2>, ptr %r
  %k = icmp eq <16 x i2> %a, %b
  %l = icmp ult <16 x i2> %b, %c
  %m = icmp sgt <16 x i2> %a, %c
  %no = xor <16 x i1> %k, splat (i1 true)
  %x = and <16 x i1> %no, %l
  %y = or <16 x i1> %x, %m
  %z = bitcast <16 x i1> %y to i16
  %n = call i16 @llvm.ctpop.i16(i16 %z)
  ret i16 %n
}

declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i16 @llvm.ctpop.i16(i16)
declare i8 @llvm.ctpop.i8(i8)
declare i24 @llvm.ctpop.i24(i24)
