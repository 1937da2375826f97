

define void @shl(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = shl <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @lshr(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = lshr <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @ashr(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = ashr <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
