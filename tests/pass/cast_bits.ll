; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Single bits to bytes: where LLVM 19 takes more than 64 of them out one by one, each byte is brought to eight places and another
; bit tested in each. Up to 64, and with mask registers, LLVM's own way stays.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 120
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 60

; CHECK-LABEL: @sext128(
; CHECK-NOT: sext <128 x i1> %a
define void @sext128(ptr %p, ptr %o) {
  %a = load <128 x i1>, ptr %p
  %r = sext <128 x i1> %a to <128 x i8>
  store <128 x i8> %r, ptr %o
  ret void
}

; CHECK-LABEL: @zext128(
; CHECK-NOT: zext <128 x i1>
define void @zext128(ptr %p, ptr %o) {
  %a = load <128 x i1>, ptr %p
  %r = zext <128 x i1> %a to <128 x i8>
  store <128 x i8> %r, ptr %o
  ret void
}

; CHECK-LABEL: @zext128_16(
; CHECK-NOT: zext <128 x i1>
define void @zext128_16(ptr %p, ptr %o) {
  %a = load <128 x i1>, ptr %p
  %n = xor <128 x i1> %a, splat (i1 true)
  %r = zext <128 x i1> %n to <128 x i16>
  store <128 x i16> %r, ptr %o
  ret void
}

; CHECK-LABEL: @sext64(
; CHECK: sext <64 x i1>
define void @sext64(ptr %p, ptr %o) {
  %a = load <64 x i1>, ptr %p
  %r = sext <64 x i1> %a to <64 x i8>
  store <64 x i8> %r, ptr %o
  ret void
}
