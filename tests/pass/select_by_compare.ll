; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A choice field by field, by a compare of such fields: the compare stays a mask in the register.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 40

; CHECK-LABEL: @maximum(
; CHECK-NOT: <64 x i
; CHECK: store <2 x i64>
define void @maximum(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ugt <64 x i2> %a, %b
  %m = select <64 x i1> %k, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %m, ptr %r
  ret void
}

; CHECK-LABEL: @bits(
; CHECK-NOT: <128 x i1>
; CHECK: store <2 x i64>
define void @bits(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %m = select <128 x i1> %a, <128 x i1> %b, <128 x i1> zeroinitializer
  store <128 x i1> %m, ptr %r
  ret void
}
