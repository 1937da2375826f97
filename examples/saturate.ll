; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; saturate.ll - compares used to choose, on 2-bit fields: minimum, maximum, saturation, distance.

define void @maximum(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ugt <64 x i2> %a, %b
  %m = select <64 x i1> %k, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %m, ptr %r
  ret void
}

define void @minimum_signed(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp slt <64 x i2> %a, %b
  %m = select <64 x i1> %k, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %m, ptr %r
  ret void
}

; 3 where the sum does not fit
define void @add_saturating(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %s = add <64 x i2> %a, %b
  %over = icmp ult <64 x i2> %s, %a
  %ones = sext <64 x i1> %over to <64 x i2>
  %t = or <64 x i2> %s, %ones
  store <64 x i2> %t, ptr %r
  ret void
}

; 0 where the difference would be negative
define void @sub_saturating(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %d = sub <64 x i2> %a, %b
  %enough = icmp uge <64 x i2> %a, %b
  %t = select <64 x i1> %enough, <64 x i2> %d, <64 x i2> zeroinitializer
  store <64 x i2> %t, ptr %r
  ret void
}

define void @distance(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ugt <64 x i2> %a, %b
  %d = sub <64 x i2> %a, %b
  %e = sub <64 x i2> %b, %a
  %m = select <64 x i1> %k, <64 x i2> %d, <64 x i2> %e
  store <64 x i2> %m, ptr %r
  ret void
}
