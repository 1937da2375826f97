

define void @less3(ptr %p, ptr %q, ptr %o) "target-cpu"="x86-64-v2" {
  %a = load <16 x i3>, ptr %p
  %b = load <16 x i3>, ptr %q
  %c = icmp slt <16 x i3> %a, %b
  store <16 x i1> %c, ptr %o
  ret void
}

define void @equal5(ptr %p, ptr %q, ptr %m, ptr %o) "target-cpu"="x86-64-v2" {
  %bits = load <32 x i1>, ptr %m
  %a = load <32 x i5>, ptr %p
  %b = load <32 x i5>, ptr %q
  %c = icmp eq <32 x i5> %a, %b
  %d = and <32 x i1> %c, %bits
  store <32 x i1> %d, ptr %o
  ret void
}

define i16 @greater7(ptr %p, ptr %q) "target-cpu"="x86-64-v2" {
  %a = load <16 x i7>, ptr %p
  %b = load <16 x i7>, ptr %q
  %c = icmp ugt <16 x i7> %a, %b
  %i = bitcast <16 x i1> %c to i16
  %n = call i16 @llvm.ctpop.i16(i16 %i)
  ret i16 %n
}

define void @wide6(ptr %p, ptr %o) "target-cpu"="x86-64-v2" {
  %a = load <40 x i6>, ptr %p
  %w = zext <40 x i6> %a to <40 x i8>
  %x = add <40 x i8> %w, splat (i8 1)
  %n = trunc <40 x i8> %x to <40 x i6>
  store <40 x i6> %n, ptr %o
  ret void
}
