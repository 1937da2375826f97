; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is long on fields of 9 to 31 bits is LLVM's own operation on words and doublewords, in which values stay from one to the next.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 52

; CHECK-LABEL: @product(
; CHECK: mul <8 x i16>
define void @product(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %b = load <8 x i12>, ptr %q
  %r = mul nsw <8 x i12> %a, %b
  store <8 x i12> %r, ptr %q
  ret void
}

; CHECK-LABEL: @sum(
; CHECK: add <8 x i32>
define void @sum(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %r = add <8 x i24> %a, %b
  store <8 x i24> %r, ptr %q
  ret void
}

; CHECK-LABEL: @difference(
; CHECK: sub <16 x i32>
define void @difference(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i24>, ptr %p
  %b = load <16 x i24>, ptr %q
  %r = sub <16 x i24> %a, %b
  store <16 x i24> %r, ptr %q
  ret void
}

; CHECK-LABEL: @greatest(
; CHECK: @llvm.umax.v8i32
define void @greatest(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %r = call <8 x i24> @llvm.umax.v8i24(<8 x i24> %a, <8 x i24> %b)
  store <8 x i24> %r, ptr %q
  ret void
}

; CHECK-LABEL: @least_signed(
; CHECK: @llvm.smin.v8i32
define void @least_signed(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i21>, ptr %p
  %b = load <8 x i21>, ptr %q
  %r = call <8 x i21> @llvm.smin.v8i21(<8 x i21> %a, <8 x i21> %b)
  store <8 x i21> %r, ptr %q
  ret void
}

; CHECK-LABEL: @chain(
; CHECK: add <8 x i32>
; CHECK: @llvm.umax.v8i32
; CHECK: shl <8 x i32>
; CHECK: ashr <8 x i32>
; CHECK: @llvm.abs.v8i32
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

; CHECK-LABEL: @shifted(
; CHECK: and <8 x i16> %{{.*}}, {{splat \(i16 15\)|<i16 15,}}
; CHECK: shl <8 x i16>
define void @shifted(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i12>, ptr %p
  %b = load <8 x i12>, ptr %q
  %r = shl <8 x i12> %a, %b
  store <8 x i12> %r, ptr %q
  ret void
}

; CHECK-LABEL: @counted(
; CHECK: @llvm.ctpop.v8i32
define void @counted(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <8 x i24>, ptr %p
  %b = load <8 x i24>, ptr %q
  %r = call <8 x i24> @llvm.ctpop.v8i24(<8 x i24> %a)
  store <8 x i24> %r, ptr %q
  ret void
}

; A quotient, by whichever way is shorter.
; CHECK-LABEL: @quotient(
; CHECK: ret
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
