; Windows overlap, which streaming accesses had better not: they stay as they are. (LLVM 19 cannot compile them: no llc here.)
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s

; CHECK-LABEL: @streaming(
; CHECK: load <8 x i40>, ptr %p, align 64, !nontemporal
; CHECK: store <8 x i40> {{.*}}, ptr %q, align 64, !nontemporal
define void @streaming(ptr %p, ptr %q) {
  %a = load <8 x i40>, ptr %p, !nontemporal !0
  %b = add <8 x i40> %a, %a
  store <8 x i40> %b, ptr %q, !nontemporal !0
  ret void
}

!0 = !{i32 1}
