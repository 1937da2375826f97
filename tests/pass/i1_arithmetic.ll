; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Arithmetic on single bits is one logic instruction; nothing stays on the vector of bits.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 8

; CHECK-NOT: <128 x i1>

; CHECK-LABEL: @add(
; CHECK: store <2 x i64>
define void @add(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = add <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sub(
; CHECK: store <2 x i64>
define void @sub(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = sub <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @mul(
; CHECK: store <2 x i64>
define void @mul(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = mul <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
