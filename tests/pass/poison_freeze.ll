; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; freeze <64 x i2> costs 869 instructions in LLVM 19; on carriers it costs none.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 12

; CHECK-LABEL: @freeze(
; CHECK-NOT: freeze <64 x i2>
; CHECK: ret void
define void @freeze(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %f = freeze <64 x i2> %a
  %c = add <64 x i2> %f, %f
  store <64 x i2> %c, ptr %r
  ret void
}
