; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What looks like a mean and is none: of values of two widths, of other amounts, of vectors that are no small fields.
; RUN: %lower %s | %check %s

; CHECK-LABEL: @of_two_widths(
define void @of_two_widths(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i2>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i2> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
; CHECK: lshr <32 x i8> %{{.*}}, {{splat \(i8 1\)|<i8 1,}}
  %u = lshr <32 x i8> %s, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; CHECK-LABEL: @by_two(
define void @by_two(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
; CHECK: lshr <32 x i8> %{{.*}}, {{splat \(i8 2\)|<i8 2,}}
  %u = lshr <32 x i8> %s, splat (i8 2)
  %t = trunc <32 x i8> %u to <32 x i4>
  store <32 x i4> %t, ptr %r
  ret void
}

; To a narrower field than the numbers were: more than the mean's own width counts.
; CHECK-LABEL: @truncated_more(
define void @truncated_more(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %x = zext <32 x i4> %a to <32 x i8>
  %y = zext <32 x i4> %b to <32 x i8>
  %s = add <32 x i8> %x, %y
  %u = lshr <32 x i8> %s, splat (i8 1)
  %t = trunc <32 x i8> %u to <32 x i2>
  store <32 x i2> %t, ptr %r
  ret void
}

; CHECK-LABEL: @of_bytes(
define <16 x i8> @of_bytes(<16 x i8> %a, <16 x i8> %b) {
; CHECK: zext <16 x i8>
  %x = zext <16 x i8> %a to <16 x i16>
  %y = zext <16 x i8> %b to <16 x i16>
  %s = add <16 x i16> %x, %y
  %u = lshr <16 x i16> %s, splat (i16 1)
  %t = trunc <16 x i16> %u to <16 x i8>
  ret <16 x i8> %t
}

; Of bits the mean would be shifted by as much as a bit is wide.
; CHECK-LABEL: @of_bits(
define void @of_bits(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i1>, ptr %p
  %b = load <64 x i1>, ptr %q
  %x = zext <64 x i1> %a to <64 x i8>
  %y = zext <64 x i1> %b to <64 x i8>
  %s = add <64 x i8> %x, %y
  %u = lshr <64 x i8> %s, splat (i8 1)
  %t = trunc <64 x i8> %u to <64 x i1>
; CHECK-NOT: poison
; CHECK: ret void
  store <64 x i1> %t, ptr %r
  ret void
}
