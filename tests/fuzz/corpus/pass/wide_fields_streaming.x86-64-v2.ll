
define void @streaming(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <8 x i40>, ptr %p, !nontemporal !0
  %b = add <8 x i40> %a, %a
  store <8 x i40> %b, ptr %q, !nontemporal !0
  ret void
}

!0 = !{i32 1}
