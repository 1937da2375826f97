; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Logic on single bits: LLVM 19 takes <128 x i1> in memory apart, more than 1000 instructions.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 8

; CHECK-NOT: <128 x i1>

; CHECK-LABEL: @and(
; CHECK: store <2 x i64>
define void @and(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = and <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @or(
; CHECK: store <2 x i64>
define void @or(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = or <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @xor(
; CHECK: store <2 x i64>
define void @xor(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = xor <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
