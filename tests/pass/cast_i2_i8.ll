; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Issue 5: load <64 x i2>, extend to <64 x i8>, store.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 36
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 36
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 18
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 20
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 13

; CHECK-NOT: <64 x i2>

; CHECK-LABEL: @zext2(
define void @zext2(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = zext <64 x i2> %a to <64 x i8>
  store <64 x i8> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sext2(
define void @sext2(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = sext <64 x i2> %a to <64 x i8>
  store <64 x i8> %c, ptr %r
  ret void
}

