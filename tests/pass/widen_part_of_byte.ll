; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Totals that are no whole bytes: the same one or two bytes are read and written, and what fills up the last byte is written as
; zeros, which LLVM relies on where it loads an i6.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 30

; CHECK-LABEL: @six(
; CHECK: load i8
; CHECK-NOT: i2>
; CHECK: and i8 %{{.*}}, 63
; CHECK: store i8
define void @six(ptr %p, ptr %q, ptr %r) {
  %a = load <3 x i2>, ptr %p
  %b = load <3 x i2>, ptr %q
  %c = add <3 x i2> %a, %b
  store <3 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @thirteen(
; CHECK: load i16
; CHECK-NOT: i1>
; CHECK: and i16 %{{.*}}, 8191
; CHECK: store i16
define void @thirteen(ptr %p, ptr %q, ptr %r) {
  %a = load <13 x i1>, ptr %p
  %b = load <13 x i1>, ptr %q
  %c = icmp eq <13 x i1> %a, %b
  store <13 x i1> %c, ptr %r
  ret void
}
