; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A compare that is extended with zeros is a mask with a one in each field.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @one_if_equal(
; CHECK-NOT: <64 x i
; CHECK: store <2 x i64>
define void @one_if_equal(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp eq <64 x i2> %a, %b
  %z = zext <64 x i1> %k to <64 x i2>
  store <64 x i2> %z, ptr %r
  ret void
}
