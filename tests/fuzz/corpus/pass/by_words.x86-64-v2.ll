
define void @product(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %b = load <8 x i12>, ptr %q
  %r = mul nsw <8 x i12> %a, %b
  store <8 x i12> %r, ptr %q
  ret void
}

define void @sum(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %r = add <8 x i24> %a, %b
  store <8 x i24> %r, ptr %q
  ret void
}

define void @difference(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i24>, ptr %p
  %b = load <16 x i24>, ptr %q
  %r = sub <16 x i24> %a, %b
  store <16 x i24> %r, ptr %q
  ret void
}

define void @greatest(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %r = call <8 x i24> @llvm.umax.v8i24(<8 x i24> %a, <8 x i24> %b)
  store <8 x i24> %r, ptr %q
  ret void
}

define void @least_signed(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i21>, ptr %p
  %b = load <8 x i21>, ptr %q
  %r = call <8 x i21> @llvm.smin.v8i21(<8 x i21> %a, <8 x i21> %b)
  store <8 x i21> %r, ptr %q
  ret void
}

define void @chain(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %s = add <8 x i24> %a, %b
  %t = call <8 x i24> @llvm.umax.v8i24(<8 x i24> %s, <8 x i24> %a)
  %u = ashr <8 x i24> %t, splat (i24 3)
  %r = call <8 x i24> @llvm.abs.v8i24(<8 x i24> %u, i1 false)
  store <8 x i24> %r, ptr %q
  ret void
}

define void @shifted(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %b = load <8 x i12>, ptr %q
  %r = shl <8 x i12> %a, %b
  store <8 x i12> %r, ptr %q
  ret void
}

define void @counted(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %r = call <8 x i24> @llvm.ctpop.v8i24(<8 x i24> %a)
  store <8 x i24> %r, ptr %q
  ret void
}

define void @quotient(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <4 x i12>, ptr %p
  %b = load <4 x i12>, ptr %q
  %r = udiv <4 x i12> %a, %b
  store <4 x i12> %r, ptr %q
  ret void
}

declare <8 x i24> @llvm.umax.v8i24(<8 x i24>, <8 x i24>)
declare <8 x i21> @llvm.smin.v8i21(<8 x i21>, <8 x i21>)
declare <8 x i24> @llvm.abs.v8i24(<8 x i24>, i1)
declare <8 x i24> @llvm.ctpop.v8i24(<8 x i24>)
