; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Casts between small fields.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 52
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 52

; CHECK-LABEL: @z12(
define void @z12(ptr %p, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %c = zext <128 x i1> %a to <128 x i2>
  store <128 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @z14(
define void @z14(ptr %p, ptr %r) {
  %a = load <64 x i1>, ptr %p
  %c = zext <64 x i1> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @s12(
define void @s12(ptr %p, ptr %r) {
  %a = load <128 x i1>, ptr %p
  %c = sext <128 x i1> %a to <128 x i2>
  store <128 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @s14(
define void @s14(ptr %p, ptr %r) {
  %a = load <64 x i1>, ptr %p
  %c = sext <64 x i1> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @z24(
define void @z24(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = zext <64 x i2> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @s24(
define void @s24(ptr %p, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %c = sext <64 x i2> %a to <64 x i4>
  store <64 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @t42(
define void @t42(ptr %p, ptr %r) {
  %a = load <64 x i4>, ptr %p
  %c = trunc <64 x i4> %a to <64 x i2>
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @t41(
define void @t41(ptr %p, ptr %r) {
  %a = load <64 x i4>, ptr %p
  %c = trunc <64 x i4> %a to <64 x i1>
  store <64 x i1> %c, ptr %r
  ret void
}

; CHECK-LABEL: @t21(
define void @t21(ptr %p, ptr %r) {
  %a = load <128 x i2>, ptr %p
  %c = trunc <128 x i2> %a to <128 x i1>
  store <128 x i1> %c, ptr %r
  ret void
}

