; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Compares of fields that cross bytes, as packed bits: through bytes, whose bits LLVM packs.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 220
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 135

; CHECK-NOT: icmp {{[a-z]+}} <{{[0-9]+}} x i{{[3567]}}>

; CHECK-LABEL: @less3(
define void @less3(ptr %p, ptr %q, ptr %o) {
  %a = load <16 x i3>, ptr %p
  %b = load <16 x i3>, ptr %q
  %c = icmp slt <16 x i3> %a, %b
  store <16 x i1> %c, ptr %o
  ret void
}

; CHECK-LABEL: @equal5(
define void @equal5(ptr %p, ptr %q, ptr %m, ptr %o) {
  %bits = load <32 x i1>, ptr %m
  %a = load <32 x i5>, ptr %p
  %b = load <32 x i5>, ptr %q
  %c = icmp eq <32 x i5> %a, %b
  %d = and <32 x i1> %c, %bits
  store <32 x i1> %d, ptr %o
  ret void
}

; CHECK-LABEL: @greater7(
define i16 @greater7(ptr %p, ptr %q) {
  %a = load <16 x i7>, ptr %p
  %b = load <16 x i7>, ptr %q
  %c = icmp ugt <16 x i7> %a, %b
  %i = bitcast <16 x i1> %c to i16
  %n = call i16 @llvm.ctpop.i16(i16 %i)
  ret i16 %n
}

; CHECK-LABEL: @wide6(
define void @wide6(ptr %p, ptr %o) {
  %a = load <40 x i6>, ptr %p
  %w = zext <40 x i6> %a to <40 x i8>
  %x = add <40 x i8> %w, splat (i8 1)
  %n = trunc <40 x i8> %x to <40 x i6>
  store <40 x i6> %n, ptr %o
  ret void
}
