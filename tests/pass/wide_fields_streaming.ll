; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Windows overlap, which streaming accesses had better not: these are ordinary ones then. (LLVM 19 dies of the original.)
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 40

; CHECK-LABEL: @streaming(
; CHECK-NOT: x i40>, ptr
; CHECK-NOT: nontemporal
; CHECK: ret
define void @streaming(ptr %p, ptr %q) {
  %a = load <8 x i40>, ptr %p, !nontemporal !0
  %b = add <8 x i40> %a, %a
  store <8 x i40> %b, ptr %q, !nontemporal !0
  ret void
}

!0 = !{i32 1}
