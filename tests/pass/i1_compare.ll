; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A compare of single bits is itself a vector of bits: no extension is needed.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 10

; CHECK-NOT: <128 x i1>

; CHECK-LABEL: @eq(
; CHECK: store <2 x i64>
define void @eq(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp eq <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ne(
; CHECK: store <2 x i64>
define void @ne(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ne <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ugt(
; CHECK: store <2 x i64>
define void @ugt(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ugt <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @uge(
; CHECK: store <2 x i64>
define void @uge(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp uge <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ult(
; CHECK: store <2 x i64>
define void @ult(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ult <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @ule(
; CHECK: store <2 x i64>
define void @ule(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp ule <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sgt(
; CHECK: store <2 x i64>
define void @sgt(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp sgt <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sge(
; CHECK: store <2 x i64>
define void @sge(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp sge <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @slt(
; CHECK: store <2 x i64>
define void @slt(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp slt <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sle(
; CHECK: store <2 x i64>
define void @sle(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = icmp sle <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
