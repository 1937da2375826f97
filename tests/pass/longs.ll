; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Integers of several words stay in vector registers where that is shorter: shifts, sums that carry,
; compares, what a loop carries. Where it is not they stay as they are, and so does what is volatile.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 28

; CHECK-LABEL: @up(
; CHECK-NOT: i512
; CHECK: shufflevector <8 x i64>
; CHECK: call <8 x i64> @llvm.fshr.v8i64
define void @up(ptr noalias %r, ptr %a) "target-cpu"="icelake-server" {
  %x = load i512, ptr %a
  %s = shl i512 %x, 100
  store i512 %s, ptr %r
  ret void
}

; CHECK-LABEL: @sign(
; CHECK-NOT: i256
; CHECK: ashr <4 x i64>
define void @sign(ptr noalias %r, ptr %a) "target-cpu"="x86-64-v4" {
  %x = load i256, ptr %a
  %s = ashr i256 %x, 7
  store i256 %s, ptr %r
  ret void
}

; A funnel shift in two halves is one.
; CHECK-LABEL: @funnel(
; CHECK-COUNT-1: llvm.fshr.v8i64
; CHECK-NOT: {{shl|lshr}} <
; CHECK: ret void
define void @funnel(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="icelake-server" {
  %x = load i512, ptr %a
  %y = load i512, ptr %b
  %h = shl i512 %x, 7
  %l = lshr i512 %y, 505
  %s = or i512 %h, %l
  store i512 %s, ptr %r
  ret void
}

; Two overflows that meet are one sum.
; CHECK-LABEL: @sum(
; CHECK-COUNT-1: add <8 x i64>
; CHECK-NOT: i512
; CHECK: ret i1
declare {i512, i1} @llvm.uadd.with.overflow.i512(i512, i512)
define i1 @sum(ptr noalias %r, ptr %a, ptr %b, i1 %c) "target-cpu"="x86-64-v4" {
  %x = load i512, ptr %a
  %y = load i512, ptr %b
  %z = zext i1 %c to i512
  %p = call {i512, i1} @llvm.uadd.with.overflow.i512(i512 %x, i512 %y)
  %v = extractvalue {i512, i1} %p, 0
  %k = extractvalue {i512, i1} %p, 1
  %q = call {i512, i1} @llvm.uadd.with.overflow.i512(i512 %v, i512 %z)
  %s = extractvalue {i512, i1} %q, 0
  %l = extractvalue {i512, i1} %q, 1
  %o = or i1 %k, %l
  store i512 %s, ptr %r
  ret i1 %o
}

; The same by compares; with registers of 256 bits a chain of words is shorter.
; CHECK-LABEL: @compares(
; CHECK-NOT: icmp
; CHECK-COUNT-8: call { i64, i1 } @llvm.uadd.with.overflow.i64
; CHECK: ret i1
define i1 @compares(ptr noalias %r, ptr %a, ptr %b, i1 %c) "target-cpu"="x86-64-v3" {
  %x = load i256, ptr %a
  %y = load i256, ptr %b
  %z = zext i1 %c to i256
  %s = add i256 %x, %y
  %k = icmp ult i256 %s, %x
  %t = add i256 %s, %z
  %l = icmp ult i256 %t, %z
  %o = or i1 %k, %l
  store i256 %t, ptr %r
  ret i1 %o
}

; CHECK-LABEL: @less(
; CHECK: icmp ult <8 x i64>
; CHECK: icmp ugt <8 x i64>
define i1 @less(ptr %a, ptr %b) "target-cpu"="icelake-server" {
  %x = load i512, ptr %a
  %y = load i512, ptr %b
  %c = icmp ult i512 %x, %y
  ret i1 %c
}

; 128 bits are as well in two general registers.
; CHECK-LABEL: @short(
; CHECK: shl i128
define i128 @short(i128 %x) "target-cpu"="x86-64-v3" {
  %s = shl i128 %x, 7
  ret i128 %s
}

; CHECK-LABEL: @volatile(
; CHECK: load volatile i512
define void @volatile(ptr noalias %r, ptr %a) "target-cpu"="icelake-server" {
  %x = load volatile i512, ptr %a
  %s = shl i512 %x, 7
  store volatile i512 %s, ptr %r
  ret void
}

; No whole number of words, and more than 4,096 bits.
; CHECK-LABEL: @others(
; CHECK: shl i200
; CHECK: shl i8192
define void @others(ptr noalias %r, i200 %x, ptr %a) "target-cpu"="icelake-server" {
  %s = shl i200 %x, 7
  store i200 %s, ptr %r
  %y = load i8192, ptr %a
  %t = shl i8192 %y, 64
  %u = trunc i8192 %t to i64
  store i64 %u, ptr %a
  ret void
}
