

define void @add(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = add <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @sub(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = sub <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}

define void @mul(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <128 x i1>, ptr %p
  %b = load <128 x i1>, ptr %q
  %c = mul <128 x i1> %a, %b
  store <128 x i1> %c, ptr %r
  ret void
}
