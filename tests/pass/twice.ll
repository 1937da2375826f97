; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The pass has nothing to do the second time.
; RUN: %lower %s -o %t.once
; RUN: %lower %t.once -o %t.twice
; RUN: sh -c "grep -v '^; ModuleID' %t.once > %t.a; grep -v '^; ModuleID' %t.twice > %t.b"
; RUN: diff %t.a %t.b
define void @add(ptr %p) {
  %a = load <100 x i2>, ptr %p
  %c = add <100 x i2> %a, %a
  store <100 x i2> %c, ptr %p
  ret void
}
