; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Compares of 2-bit fields, sign-extended to the field: ones or zeros in the field.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 60

; CHECK-NOT: <64 x i

; CHECK-LABEL: @eq(
; CHECK: store <2 x i64>
define void @eq(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp eq <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @ne(
; CHECK: store <2 x i64>
define void @ne(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ne <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @ugt(
; CHECK: store <2 x i64>
define void @ugt(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ugt <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @uge(
; CHECK: store <2 x i64>
define void @uge(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp uge <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @ult(
; CHECK: store <2 x i64>
define void @ult(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ult <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @ule(
; CHECK: store <2 x i64>
define void @ule(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp ule <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @sgt(
; CHECK: store <2 x i64>
define void @sgt(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sgt <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @sge(
; CHECK: store <2 x i64>
define void @sge(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sge <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @slt(
; CHECK: store <2 x i64>
define void @slt(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp slt <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}

; CHECK-LABEL: @sle(
; CHECK: store <2 x i64>
define void @sle(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sle <64 x i2> %a, %b
  %d = sext <64 x i1> %c to <64 x i2>
  store <64 x i2> %d, ptr %r
  ret void
}
