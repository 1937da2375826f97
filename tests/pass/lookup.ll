; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is computed of one field of 4 bits and constants is looked up in a table where that is shorter: an index for each half of a byte, two byte
; shuffles, and what brings these together.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 26

; CHECK-LABEL: @third(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @third(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %r = udiv <32 x i4> %a, splat (i4 3)
  store <32 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @remainder(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @remainder(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %r = urem <32 x i4> %a, splat (i4 5)
  store <32 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @signed_quotient(
; CHECK-COUNT-2: @llvm.x86.avx2.pshuf.b
; CHECK-NOT: @llvm.x86
define void @signed_quotient(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i4>, ptr %p
  %r = sdiv <64 x i4> %a, splat (i4 -3)
  store <64 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @square(
; CHECK-COUNT-2: @llvm.x86.avx2.pshuf.b
; CHECK-NOT: @llvm.x86
define void @square(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i4>, ptr %p
  %m = mul <64 x i4> %a, %a
  %r = add <64 x i4> %m, splat (i4 7)
  store <64 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @decimal_digit(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @decimal_digit(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %c = icmp ugt <32 x i4> %a, splat (i4 9)
  %s = add <32 x i4> %a, splat (i4 6)
  %t = shl <32 x i4> %a, splat (i4 1)
  %r = select <32 x i1> %c, <32 x i4> %s, <32 x i4> %t
  store <32 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @chain(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @chain(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %c = call <32 x i4> @llvm.smin.v32i4(<32 x i4> %a, <32 x i4> splat (i4 5))
  %d = call <32 x i4> @llvm.smax.v32i4(<32 x i4> %c, <32 x i4> splat (i4 -2))
  %e = call <32 x i4> @llvm.ctpop.v32i4(<32 x i4> %d)
  %f = call <32 x i4> @llvm.uadd.sat.v32i4(<32 x i4> %e, <32 x i4> splat (i4 13))
  %r = xor <32 x i4> %f, %d
  store <32 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @mask_widened(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @mask_widened(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %c = icmp slt <32 x i4> %a, splat (i4 3)
  %d = icmp ne <32 x i4> %a, splat (i4 -4)
  %e = and <32 x i1> %c, %d
  %s = sext <32 x i1> %e to <32 x i4>
  %r = or <32 x i4> %s, splat (i4 2)
  store <32 x i4> %r, ptr %q
  ret void
}

; Where one of the values makes the whole vector poison, the others' stand in the table all the same.
; CHECK-LABEL: @divided_by(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @divided_by(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %r = udiv <32 x i4> splat (i4 -2), %a
  store <32 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @modulo(
; CHECK-COUNT-2: @llvm.x86.ssse3.pshuf.b
; CHECK-NOT: @llvm.x86
define void @modulo(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %d = srem <32 x i4> splat (i4 7), %a
  %r = sdiv <32 x i4> %d, splat (i4 2)
  store <32 x i4> %r, ptr %q
  ret void
}

; The table has none for 512 bits: in halves.
; CHECK-LABEL: @long(
; CHECK-COUNT-4: @llvm.x86.avx2.pshuf.b
; CHECK-NOT: @llvm.x86
define void @long(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <128 x i4>, ptr %p
  %r = udiv <128 x i4> %a, splat (i4 3)
  store <128 x i4> %r, ptr %q
  ret void
}

; Divided by another number in every field: no function of the field alone, so no look-up of fields (a lowering may look the amounts up).
; CHECK-LABEL: @of_two_constants(
; CHECK-NOT: @llvm.x86.ssse3.pshuf.b.128({{.*}}, <16 x i8> %
; CHECK: ret void
define void @of_two_constants(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <16 x i4>, ptr %p
  %r = lshr <16 x i4> %a, <i4 1, i4 2, i4 1, i4 2, i4 1, i4 2, i4 1, i4 2, i4 1, i4 2, i4 1, i4 2, i4 1, i4 2, i4 1, i4 2>
  store <16 x i4> %r, ptr %q
  ret void
}

; A shift and what two values make are shorter.
; CHECK-LABEL: @short(
; CHECK-NOT: @llvm.x86.ssse3.pshuf.b
define void @short(ptr %p, ptr %q, ptr %o) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %o
  %s = lshr <32 x i4> %a, splat (i4 1)
  %x = xor <32 x i4> %s, %b
  %r = and <32 x i4> %x, splat (i4 5)
  store <32 x i4> %r, ptr %q
  ret void
}

; What stands between is wanted, too: computed for itself.
; CHECK-LABEL: @wanted_between(
; CHECK-COUNT-4: @llvm.x86.ssse3.pshuf.b
define void @wanted_between(ptr %p, ptr %q, ptr %o) "target-cpu"="x86-64-v2" {
  %a = load <32 x i4>, ptr %p
  %d = udiv <32 x i4> %a, splat (i4 3)
  %m = mul <32 x i4> %d, splat (i4 5)
  %r = call <32 x i4> @llvm.bitreverse.v32i4(<32 x i4> %m)
  store <32 x i4> %r, ptr %q
  store <32 x i4> %d, ptr %o
  ret void
}

declare <32 x i4> @llvm.smin.v32i4(<32 x i4>, <32 x i4>)
declare <32 x i4> @llvm.smax.v32i4(<32 x i4>, <32 x i4>)
declare <32 x i4> @llvm.ctpop.v32i4(<32 x i4>)
declare <32 x i4> @llvm.bitreverse.v32i4(<32 x i4>)
declare <32 x i4> @llvm.uadd.sat.v32i4(<32 x i4>, <32 x i4>)
