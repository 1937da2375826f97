; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Issue 5: load <32 x i4>, zext or sext to <32 x i8>, store. (The limits count moves, constants and ret.)
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 16
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 16
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 11
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 10
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 10

; CHECK-NOT: <64 x i2>
; CHECK-NOT: <32 x i4>

; CHECK-LABEL: @zext4(
define void @zext4(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = zext <32 x i4> %a to <32 x i8>
  store <32 x i8> %c, ptr %r
  ret void
}

; CHECK-LABEL: @sext4(
define void @sext4(ptr %p, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %c = sext <32 x i4> %a to <32 x i8>
  store <32 x i8> %c, ptr %r
  ret void
}

