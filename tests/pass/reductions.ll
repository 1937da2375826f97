; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Reductions: the table's, or by halves of the register.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 230
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 230
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 230
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 230
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 230

; CHECK-NOT: llvm.vector.reduce

; CHECK-LABEL: @add2(
; CHECK: trunc {{.*}} to i2
define i2 @add2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.add.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @mul2(
; CHECK: trunc {{.*}} to i2
define i2 @mul2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.mul.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @and2(
; CHECK: trunc {{.*}} to i2
define i2 @and2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.and.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @or2(
; CHECK: trunc {{.*}} to i2
define i2 @or2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.or.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @xor2(
; CHECK: trunc {{.*}} to i2
define i2 @xor2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.xor.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @umin2(
; CHECK: trunc {{.*}} to i2
define i2 @umin2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.umin.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @umax2(
; CHECK: trunc {{.*}} to i2
define i2 @umax2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.umax.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @smin2(
; CHECK: trunc {{.*}} to i2
define i2 @smin2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.smin.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @smax2(
; CHECK: trunc {{.*}} to i2
define i2 @smax2(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.smax.v64i2(<64 x i2> %a)
  ret i2 %c
}

; CHECK-LABEL: @add4(
; CHECK: trunc {{.*}} to i4
define i4 @add4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.add.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @mul4(
; CHECK: trunc {{.*}} to i4
define i4 @mul4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.mul.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @and4(
; CHECK: trunc {{.*}} to i4
define i4 @and4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.and.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @or4(
; CHECK: trunc {{.*}} to i4
define i4 @or4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.or.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @xor4(
; CHECK: trunc {{.*}} to i4
define i4 @xor4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.xor.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @umin4(
; CHECK: trunc {{.*}} to i4
define i4 @umin4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.umin.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @umax4(
; CHECK: trunc {{.*}} to i4
define i4 @umax4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.umax.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @smin4(
; CHECK: trunc {{.*}} to i4
define i4 @smin4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.smin.v32i4(<32 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @smax4(
; CHECK: trunc {{.*}} to i4
define i4 @smax4(ptr %p) {
  %a = load <32 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.smax.v32i4(<32 x i4> %a)
  ret i4 %c
}

; Fields that are unused are made neutral, several registers are combined first.
; CHECK-LABEL: @partly(
; CHECK: ret i4
define i4 @partly(ptr %p) {
  %a = load <13 x i4>, ptr %p
  %c = call i4 @llvm.vector.reduce.smin.v13i4(<13 x i4> %a)
  ret i4 %c
}

; CHECK-LABEL: @many(
; CHECK: ret i2
define i2 @many(ptr %p) {
  %a = load <300 x i2>, ptr %p
  %c = call i2 @llvm.vector.reduce.umax.v300i2(<300 x i2> %a)
  ret i2 %c
}

; Whether all fields are equal, or any differ, is asked of whole registers; so is whether all, or any, bits of a mask are set.
; CHECK-LABEL: @all_equal(
; CHECK: icmp eq i128
define i1 @all_equal(ptr %p, ptr %q) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp eq <32 x i4> %a, %b
  %r = call i1 @llvm.vector.reduce.and.v32i1(<32 x i1> %c)
  ret i1 %r
}

; CHECK-LABEL: @any_differ(
define i1 @any_differ(ptr %p, ptr %q) {
  %a = load <128 x i4>, ptr %p
  %b = load <128 x i4>, ptr %q
  %c = icmp ne <128 x i4> %a, %b
  %r = call i1 @llvm.vector.reduce.or.v128i1(<128 x i1> %c)
  ret i1 %r
}

; CHECK-LABEL: @any_less(
define i1 @any_less(ptr %p, ptr %q) {
  %a = load <12 x i5>, ptr %p
  %b = load <12 x i5>, ptr %q
  %c = icmp ult <12 x i5> %a, %b
  %r = call i1 @llvm.vector.reduce.or.v12i1(<12 x i1> %c)
  ret i1 %r
}

; CHECK-LABEL: @all_greater(
define i1 @all_greater(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sgt <64 x i2> %a, %b
  %r = call i1 @llvm.vector.reduce.and.v64i1(<64 x i1> %c)
  ret i1 %r
}
declare i1 @llvm.vector.reduce.and.v32i1(<32 x i1>)
declare i1 @llvm.vector.reduce.and.v64i1(<64 x i1>)
declare i1 @llvm.vector.reduce.or.v128i1(<128 x i1>)
declare i1 @llvm.vector.reduce.or.v12i1(<12 x i1>)
