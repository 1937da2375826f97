; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store that is left beside loads that are lowered, of what does not fill its last byte, writes all bits of the byte: the rest would be
; poison, and so would a register that is loaded from there. tests/tv proves it; the checks say that no such store stays.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; CHECK-NOT: store <6 x i3>
; CHECK-NOT: store i18
; CHECK-NOT: store i12
; CHECK-NOT: store <12 x i1>

define void @left(ptr %p, ptr %q, ptr %r, <6 x i3> noundef %x) {
  store <6 x i3> %x, ptr %p, align 4
  %a = load <6 x i3>, ptr %q, align 4
  %b = load <6 x i3>, ptr %r, align 4
  %c = add <6 x i3> %a, %b
  store <6 x i3> %c, ptr %r, align 4
  ret void
}

define void @partly_poison(ptr %p, ptr %q, <5 x i5> %x) {
  store <5 x i5> %x, ptr %p, align 4
  %a = load <5 x i5>, ptr %p, align 4
  %b = load <5 x i5>, ptr %q, align 4
  %c = add <5 x i5> %a, %b
  store <5 x i5> %c, ptr %q, align 4
  ret void
}

define void @conditional(ptr %p, ptr %q, i18 %x, i1 noundef %k) {
  br i1 %k, label %yes, label %no
yes:
  store i18 %x, ptr %p, align 4
  br label %no
no:
  %a = load <6 x i3>, ptr %p, align 4
  %b = load <6 x i3>, ptr %q, align 4
  %c = add <6 x i3> %a, %b
  store <6 x i3> %c, ptr %q, align 4
  ret void
}

define void @as_number(ptr %p, ptr %q, i12 %x) {
  store i12 %x, ptr %p, align 4
  %a = load <12 x i1>, ptr %p, align 4
  %b = load <12 x i1>, ptr %q, align 4
  %c = xor <12 x i1> %a, %b
  %d = and <12 x i1> %c, %b
  store <12 x i1> %d, ptr %q, align 4
  ret void
}

define void @bits_of_compare(ptr %p, ptr %q, ptr %r, <12 x i8> %x, <12 x i8> %y) {
  %k = icmp ult <12 x i8> %x, %y
  store <12 x i1> %k, ptr %p, align 2
  %a = load <12 x i1>, ptr %q, align 2
  %b = load <12 x i1>, ptr %r, align 2
  %c = xor <12 x i1> %a, %b
  %d = and <12 x i1> %c, %b
  store <12 x i1> %d, ptr %r, align 2
  ret void
}

define void @round_trip(ptr %p, ptr %q) {
  %a = load <6 x i3>, ptr %p, align 4
  %b = load <6 x i3>, ptr %q, align 4
  %c = add <6 x i3> %a, %b
  store <6 x i3> %c, ptr %p, align 4
  %d = load <6 x i3>, ptr %q, align 4
  %e = sub <6 x i3> %c, %d
  store <6 x i3> %e, ptr %q, align 4
  ret void
}
