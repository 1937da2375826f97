; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM makes tests of masks compares of their bits as one number, and truncations to the highest bit compares with zero: no bits are packed to
; be looked at, and highest bits are packed directly.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 18

; CHECK-LABEL: @any_equal(
define i1 @any_equal(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp eq <64 x i2> %a, %b
  %x = bitcast <64 x i1> %c to i64
  %r = icmp ne i64 %x, 0
  ret i1 %r
}

; CHECK-LABEL: @none_above(
define i1 @none_above(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp ugt <32 x i4> %a, %b
  %x = bitcast <32 x i1> %c to i32
  %r = icmp eq i32 %x, 0
  ret i1 %r
}

; CHECK-LABEL: @all_of_two(
define i1 @all_of_two(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp eq <64 x i2> %a, %b
  %d = icmp ne <64 x i2> %a, zeroinitializer
  %e = or <64 x i1> %c, %d
  %x = bitcast <64 x i1> %e to i64
  %r = icmp eq i64 %x, -1
  ret i1 %r
}

; CHECK-LABEL: @not_all(
define i1 @not_all(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = icmp sge <64 x i2> %a, %b
  %x = bitcast <64 x i1> %c to i64
  %r = icmp ne i64 %x, -1
  ret i1 %r
}

; Another number than all or no bits: packed.
; CHECK-LABEL: @exactly_the_first(
define i1 @exactly_the_first(ptr %p) "target-cpu"="icelake-server" {
  %a = load <32 x i4>, ptr %p
  %c = icmp slt <32 x i4> %a, zeroinitializer
  %x = bitcast <32 x i1> %c to i32
  %r = icmp eq i32 %x, 1
  ret i1 %r
}

; CHECK-LABEL: @signs(
define i64 @signs(ptr %p) "target-cpu"="x86-64-v3" {
  %a = load <64 x i2>, ptr %p
  %c = icmp slt <64 x i2> %a, zeroinitializer
  %x = bitcast <64 x i1> %c to i64
  ret i64 %x
}

; CHECK-LABEL: @not_signs(
define void @not_signs(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i4>, ptr %p
  %c = icmp sgt <32 x i4> %a, splat (i4 -1)
  store <32 x i1> %c, ptr %q
  ret void
}
