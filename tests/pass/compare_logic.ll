; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; instcombine moves extensions behind the logic: masks are combined before they are extended.
; RUN: %lower %s | %check %s
; RUN: %lower-o2 %s | %check %s

; CHECK-LABEL: @between(
; CHECK-NOT: <64 x i
; CHECK: ret void
define void @between(ptr %p, ptr %q, ptr %t, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = load <64 x i2>, ptr %t
  %k = icmp uge <64 x i2> %a, %b
  %l = icmp ule <64 x i2> %a, %c
  %ks = sext <64 x i1> %k to <64 x i2>
  %ls = sext <64 x i1> %l to <64 x i2>
  %both = and <64 x i2> %ks, %ls
  %not = xor <64 x i2> %both, splat (i2 -1)
  store <64 x i2> %not, ptr %r
  ret void
}
