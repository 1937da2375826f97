; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; "lanesmith"="never" leaves a function, "always" lowers what does not pay.
; RUN: %lower %s -o %t
; RUN: %check %s < %t
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @left(
; CHECK: add <64 x i2>
define void @left(ptr %p, ptr %q, ptr %to) "lanesmith"="never" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %r = add <64 x i2> %a, %b
  store <64 x i2> %r, ptr %to
  ret void
}

; CHECK-LABEL: @lowered(
; CHECK-NOT: <64 x i2>
; CHECK: ret
define void @lowered(ptr %p, ptr %q, ptr %to) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %r = add <64 x i2> %a, %b
  store <64 x i2> %r, ptr %to
  ret void
}

; CHECK-LABEL: @does_not_pay(
; CHECK: udiv <2 x i4>
define void @does_not_pay(ptr %p, ptr %q, ptr %to) {
  %a = load <2 x i4>, ptr %p
  %b = load <2 x i4>, ptr %q
  %r = udiv <2 x i4> %a, %b
  store <2 x i4> %r, ptr %to
  ret void
}

; CHECK-LABEL: @always(
; CHECK-NOT: udiv <2 x i4>
; CHECK: ret
define void @always(ptr %p, ptr %q, ptr %to) "lanesmith"="always" {
  %a = load <2 x i4>, ptr %p
  %b = load <2 x i4>, ptr %q
  %r = udiv <2 x i4> %a, %b
  store <2 x i4> %r, ptr %to
  ret void
}
