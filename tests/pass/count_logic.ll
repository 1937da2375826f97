; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Logic of compares that is only counted: every predicate by the highest bits of fields, and where these turn out not to be enough, by all.
; RUN: %lower %s | %check %s

; CHECK-NOT: icmp

; all predicates, and constants on either side
; CHECK-LABEL: @predicates(
define i8 @predicates(ptr %p, ptr %q) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %k0 = icmp ne <8 x i4> %a, %b
  %k1 = icmp ule <8 x i4> %a, splat (i4 6)
  %k2 = icmp uge <8 x i4> %b, %a
  %k3 = icmp sle <8 x i4> %a, %b
  %k4 = icmp sge <8 x i4> splat (i4 -2), %b
  %k5 = icmp slt <8 x i4> %a, zeroinitializer
  %x = and <8 x i1> %k0, %k1
  %y = xor <8 x i1> %k2, %k3
  %z = or <8 x i1> %k4, %k5
  %xy = or <8 x i1> %x, %y
  %xyz = and <8 x i1> %xy, %z
  %i = bitcast <8 x i1> %xyz to i8
  %n = call i8 @llvm.ctpop.i8(i8 %i)
  ret i8 %n
}

; masks of fields of two widths: their logic is one of bits, for which the highest bits are not enough
; CHECK-LABEL: @two_widths(
define i32 @two_widths(ptr %p, ptr %q, ptr %r, ptr %s) {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %c = load <32 x i4>, ptr %r
  %d = load <32 x i4>, ptr %s
  %k = icmp ne <32 x i2> %a, %b
  %l = icmp ult <32 x i4> %c, %d
  %m = and <32 x i1> %k, %l
  %z = bitcast <32 x i1> %m to i32
  %n = call i32 @llvm.ctpop.i32(i32 %z)
  ret i32 %n
}

; one user counts, another wants the mask
; CHECK-LABEL: @counted_and_kept(
define i8 @counted_and_kept(ptr %p, ptr %q) {
  %a = load <8 x i4>, ptr %p
  %b = load <8 x i4>, ptr %q
  %k = icmp eq <8 x i4> %a, %b
  %l = icmp slt <8 x i4> %a, %b
  %m = or <8 x i1> %k, %l
  %x = select <8 x i1> %k, <8 x i4> %b, <8 x i4> zeroinitializer
  store <8 x i4> %x, ptr %p
  %z = bitcast <8 x i1> %m to i8
  %n = call i8 @llvm.ctpop.i8(i8 %z)
  ret i8 %n
}

declare i8 @llvm.ctpop.i8(i8)
declare i32 @llvm.ctpop.i32(i32)
