; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 32-bit x86 is another architecture too.
; RUN: %opt %s -o %t.before
; RUN: %lower %s -o %t.after
; RUN: diff %t.before %t.after
target triple = "i386-unknown-linux-gnu"
define void @add(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %r
  ret void
}
