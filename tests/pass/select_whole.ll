; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A choice between whole vectors is a choice between their carriers.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @choose(
; CHECK: [[K:%[0-9]+]] = freeze i1 %k
; CHECK: select i1 [[K]], <2 x i64>
; CHECK-NOT: i2>
; CHECK: ret void
define void @choose(i1 %k, ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %s = select i1 %k, <64 x i2> %a, <64 x i2> %b
  %c = add <64 x i2> %s, %b
  store <64 x i2> %c, ptr %r
  ret void
}
