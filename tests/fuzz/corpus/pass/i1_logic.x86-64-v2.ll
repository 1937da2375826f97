

define void @and(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = and <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @or(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = or <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @xor(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v2" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = xor <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
