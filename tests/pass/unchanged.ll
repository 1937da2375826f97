; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A module without work on small fields is unchanged byte for byte, by the pass and by the whole pipeline: ordinary
; vectors, masks of ordinary compares, and single bits that are only moved.
; RUN: %opt %s -o %t.before
; RUN: %lower -lanesmith-stats %s -o %t.after 2>%t.stats
; RUN: diff %t.before %t.after
; RUN: %opt-o2 %s -o %t.o2
; RUN: %lower-o2 %s -o %t.o2.plugin
; RUN: diff %t.o2 %t.o2.plugin
; RUN: %lanesmith-opt -S %t.before -o %t.opt
; RUN: sh -c "grep -v '^; ModuleID' %t.before > %t.a; grep -v '^; ModuleID' %t.opt > %t.b"
; RUN: diff %t.a %t.b
target triple = "x86_64-unknown-linux-gnu"

define <16 x i8> @ordinary(<16 x i8> %a, <16 x i8> %b) {
  %c = add <16 x i8> %a, %b
  ret <16 x i8> %c
}
define <16 x i8> @masks(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c) {
  %k = icmp ugt <16 x i8> %a, %b
  %l = icmp ugt <16 x i8> %b, %c
  %m = and <16 x i1> %k, %l
  %s = select <16 x i1> %m, <16 x i8> %a, <16 x i8> %c
  ret <16 x i8> %s
}
define i16 @movemask(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c) {
  %k = icmp ugt <16 x i8> %a, %b
  %l = icmp ugt <16 x i8> %b, %c
  %m = or <16 x i1> %k, %l
  %s = bitcast <16 x i1> %m to i16
  ret i16 %s
}
define void @moved(ptr %p, ptr %q) {
  %a = load <64 x i1>, ptr %p
  store <64 x i1> %a, ptr %q
  ret void
}
define <64 x i2> @cast(<2 x i64> %a) {
  %b = bitcast <2 x i64> %a to <64 x i2>
  ret <64 x i2> %b
}
define i64 @scalar(i64 %a, i64 %b) {
  %c = mul i64 %a, %b
  ret i64 %c
}
define i1 @tested(<16 x i8> %a, <16 x i8> %b) {
  %k = icmp ugt <16 x i8> %a, %b
  %m = bitcast <16 x i1> %k to i16
  %s = icmp eq i16 %m, 0
  ret i1 %s
}
define i32 @signs(<32 x i8> %a) {
  %k = icmp slt <32 x i8> %a, zeroinitializer
  %m = bitcast <32 x i1> %k to i32
  ret i32 %m
}
define i16 @counted(<16 x i8> %a, <16 x i8> %b) {
  %k = icmp eq <16 x i8> %a, %b
  %n = zext <16 x i1> %k to <16 x i16>
  %s = call i16 @llvm.vector.reduce.add.v16i16(<16 x i16> %n)
  ret i16 %s
}
define i32 @total(<16 x i8> %a) {
  %n = zext <16 x i8> %a to <16 x i32>
  %s = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %n)
  ret i32 %s
}
declare i16 @llvm.vector.reduce.add.v16i16(<16 x i16>)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)
