; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Operations on fields that cross bytes that the table has not, or only long, are LLVM's own on bytes.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 160

; CHECK-LABEL: @product(
; CHECK: mul <16 x i8>
define void @product(ptr %p, ptr %q) {
  %a = load <16 x i7>, ptr %p
  %b = load <16 x i7>, ptr %q
  %r = mul nsw <16 x i7> %a, %b
  store <16 x i7> %r, ptr %q
  ret void
}

; No amount reaches 8: an undefined field must not become its neighbours'.
; CHECK-LABEL: @shifted(
; CHECK: and <16 x i8> %{{.*}}, {{splat \(i8 7\)|<i8 7,}}
; CHECK: ashr <16 x i8>
define void @shifted(ptr %p, ptr %q) {
  %a = load <16 x i5>, ptr %p
  %b = load <16 x i5>, ptr %q
  %r = ashr <16 x i5> %a, %b
  store <16 x i5> %r, ptr %q
  ret void
}

; CHECK-LABEL: @quotient(
; CHECK: sdiv <8 x i8>
define void @quotient(ptr %p, ptr %q) {
  %a = load <8 x i6>, ptr %p
  %b = load <8 x i6>, ptr %q
  %r = sdiv <8 x i6> %a, %b
  store <8 x i6> %r, ptr %q
  ret void
}
