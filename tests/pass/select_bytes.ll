; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Selects of bytes and words by masks of small fields, and by more bits than LLVM 19 has a short way for.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 110

; CHECK-LABEL: @by_fields(
; CHECK: select <32 x i1> %{{.*}}, <32 x i8>
define void @by_fields(ptr %p, ptr %q, ptr %x, ptr %y, ptr %o) {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = icmp ugt <32 x i4> %a, %b
  %s = load <32 x i8>, ptr %x
  %t = load <32 x i8>, ptr %y
  %r = select <32 x i1> %c, <32 x i8> %s, <32 x i8> %t
  store <32 x i8> %r, ptr %o
  ret void
}

; CHECK-LABEL: @by_bits(
; CHECK-NOT: load <128 x i1>
define void @by_bits(ptr %p, ptr %x, ptr %y, ptr %o) {
  %c = load <128 x i1>, ptr %p
  %s = load <128 x i8>, ptr %x
  %t = load <128 x i8>, ptr %y
  %r = select <128 x i1> %c, <128 x i8> %s, <128 x i8> %t
  store <128 x i8> %r, ptr %o
  ret void
}

; CHECK-LABEL: @words(
; CHECK: select <16 x i1> %{{.*}}, <16 x i16>
define void @words(ptr %p, ptr %x, ptr %o) {
  %a = load <16 x i2>, ptr %p
  %c = icmp eq <16 x i2> %a, splat (i2 1)
  %s = load <16 x i16>, ptr %x
  %r = select <16 x i1> %c, <16 x i16> %s, <16 x i16> zeroinitializer
  store <16 x i16> %r, ptr %o
  ret void
}

; Few bits, as they are in memory: LLVM's own way.
; CHECK-LABEL: @few(
; CHECK: load <16 x i1>
define void @few(ptr %p, ptr %x, ptr %y, ptr %o) {
  %c = load <16 x i1>, ptr %p
  %s = load <16 x i8>, ptr %x
  %t = load <16 x i8>, ptr %y
  %r = select <16 x i1> %c, <16 x i8> %s, <16 x i8> %t
  store <16 x i8> %r, ptr %o
  ret void
}
