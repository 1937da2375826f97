; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Undefined elements are freedom, but no register is partly poison; lengths may differ.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 52

; CHECK-LABEL: @undefined(
; CHECK-NOT: <32 x i4>
; CHECK-NOT: poison>
; CHECK: ret void
define void @undefined(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 poison, i32 2, i32 4, i32 poison, i32 8, i32 10, i32 poison, i32 14, i32 16, i32 poison, i32 20, i32 22, i32 poison, i32 26, i32 28, i32 poison, i32 32, i32 34, i32 poison, i32 38, i32 40, i32 poison, i32 44, i32 46, i32 poison, i32 50, i32 52, i32 poison, i32 56, i32 58, i32 poison, i32 62>
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @lengths(
; CHECK: store i64
define void @lengths(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = shufflevector <32 x i4> %a, <32 x i4> %b, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  store <16 x i4> %c, ptr %r
  ret void
}
