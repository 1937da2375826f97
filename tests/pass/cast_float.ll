; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Conversions of small fields to floating point and back.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 50
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 40
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 40
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 40

; CHECK-LABEL: @to(
; CHECK: sitofp <32 x i32>
define void @to(ptr %p, ptr %q) {
  %v = load <32 x i4>, ptr %p
  %f = sitofp <32 x i4> %v to <32 x float>
  store <32 x float> %f, ptr %q
  ret void
}

; CHECK-LABEL: @to_unsigned(
; CHECK: sitofp <16 x i32>
define void @to_unsigned(ptr %p, ptr %q) {
  %v = load <16 x i2>, ptr %p
  %f = uitofp <16 x i2> %v to <16 x double>
  store <16 x double> %f, ptr %q
  ret void
}

; What does not fit is poison: the register is frozen.
; CHECK-LABEL: @from(
; CHECK: fptosi <16 x float>
; CHECK: freeze <16 x i32>
define void @from(ptr %p, ptr %q) {
  %f = load <16 x float>, ptr %p
  %v = fptoui <16 x float> %f to <16 x i4>
  store <16 x i4> %v, ptr %q
  ret void
}
