; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; As one operation each these are short; by their pieces they have 23, 22 and 29 instructions, loads, stores and returns counted.
; RUN: %lower %s | %llc | %at-most 17

define void @difference(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = call <32 x i4> @llvm.umax.v32i4(<32 x i4> %a, <32 x i4> %b)
  %y = call <32 x i4> @llvm.umin.v32i4(<32 x i4> %a, <32 x i4> %b)
  %s = sub <32 x i4> %x, %y
  store <32 x i4> %s, ptr %r
  ret void
}

define void @mean_of_means(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = or <32 x i4> %a, %b
  %y = xor <32 x i4> %a, %b
  %h = lshr <32 x i4> %y, splat (i4 1)
  %m = sub <32 x i4> %x, %h
  %u = or <32 x i4> %m, %b
  %v = xor <32 x i4> %m, %b
  %g = lshr <32 x i4> %v, splat (i4 1)
  %s = sub <32 x i4> %u, %g
  store <32 x i4> %s, ptr %r
  ret void
}

define void @by_one_amount(ptr %p, i4 %k, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %i = insertelement <32 x i4> poison, i4 %k, i64 0
  %v = shufflevector <32 x i4> %i, <32 x i4> poison, <32 x i32> zeroinitializer
  %s = lshr <32 x i4> %a, %v
  store <32 x i4> %s, ptr %r
  ret void
}

declare <32 x i4> @llvm.umax.v32i4(<32 x i4>, <32 x i4>)
declare <32 x i4> @llvm.umin.v32i4(<32 x i4>, <32 x i4>)
