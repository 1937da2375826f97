; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Copies that are left: single bits LLVM 19 copies well; a constant every LLVM writes well. LLVM 22
; takes more than 64 single bits apart on targets without AVX-512; the pass leaves these all the
; same.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %if llvm-19 %{ %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 \
; RUN:   -mcpu=x86-64 | %at-most 12 %}
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 \
; RUN:   -mcpu=x86-64-v4 | %at-most 10

; CHECK-LABEL: @left(
; CHECK: load <128 x i1>
; CHECK: store <128 x i1>
; CHECK: store <64 x i2> {{splat \(i2 1\)|<i2 1,}}
define void @left(ptr %p, ptr %q, ptr %r) {
  %a = load <128 x i1>, ptr %p
  store <128 x i1> %a, ptr %q
  store <64 x i2> splat (i2 1), ptr %r
  ret void
}
