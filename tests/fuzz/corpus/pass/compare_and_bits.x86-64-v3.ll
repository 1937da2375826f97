
define void @both(ptr %p, ptr %q, ptr %m, ptr %o) "target-cpu"="x86-64-v3" {
  %bits = load <16 x i1>, ptr %m
  %a = load <16 x i8>, ptr %p
  %b = load <16 x i8>, ptr %q
  %c = icmp ugt <16 x i8> %a, %b
  %d = and <16 x i1> %c, %bits
  store <16 x i1> %d, ptr %o
  ret void
}

define void @either(ptr %p, ptr %q, ptr %m, ptr %o) "target-cpu"="x86-64-v3" {
  %bits = load <64 x i1>, ptr %m
  %a = load <64 x i8>, ptr %p
  %b = load <64 x i8>, ptr %q
  %c = icmp eq <64 x i8> %a, %b
  %d = or <64 x i1> %bits, %c
  store <64 x i1> %d, ptr %o
  ret void
}

define void @compares(ptr %p, ptr %q, ptr %o) "target-cpu"="x86-64-v3" {
  %a = load <16 x i8>, ptr %p
  %b = load <16 x i8>, ptr %q
  %c = icmp ugt <16 x i8> %a, %b
  %d = icmp ne <16 x i8> %a, splat (i8 7)
  %e = and <16 x i1> %c, %d
  store <16 x i1> %e, ptr %o
  ret void
}
