define void @scalable(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <vscale x 16 x i1>, ptr %p
  %b = load <vscale x 16 x i1>, ptr %q
  %c = and <vscale x 16 x i1> %a, %b
  store <vscale x 16 x i1> %c, ptr %q
  ret void
}
