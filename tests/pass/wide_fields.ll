; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields of 33 to 63 bits, with which LLVM computes in lanes of 64: only their way from and to memory is made anew, in windows of 8 bytes.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 150
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 95

; CHECK-LABEL: @add40(
; CHECK-NOT: load <8 x i40>
; CHECK-NOT: store <8 x i40>
; CHECK: ret
define void @add40(ptr %p, ptr %q) {
  %a = load <8 x i40>, ptr %p
  %b = load <8 x i40>, ptr %q
  %r = add <8 x i40> %a, %b
  store <8 x i40> %r, ptr %p
  ret void
}

; Neighbours share bytes.
; CHECK-LABEL: @load35(
; CHECK-NOT: load <7 x i35>
; CHECK: ret
define <7 x i64> @load35(ptr %p) {
  %a = load <7 x i35>, ptr %p, align 1
  %r = sext <7 x i35> %a to <7 x i64>
  ret <7 x i64> %r
}

; CHECK-LABEL: @store47(
define void @store47(<5 x i47> %a, ptr %p) {
  store <5 x i47> %a, ptr %p, align 1
  ret void
}

; With fields that go over their windows two windows a field, where shifts by lanes are at hand.
; CHECK-LABEL: @load63(
define <8 x i63> @load63(ptr %p) {
  %a = load <8 x i63>, ptr %p, align 8, !noundef !0
  ret <8 x i63> %a
}

; The last window ends with the vector: nothing is written behind it.
; CHECK-LABEL: @store61(
define void @store61(<5 x i61> %a, ptr %p) {
  store <5 x i61> %a, ptr %p
  ret void
}

; CHECK-LABEL: @store58(
define void @store58(<6 x i58> %a, ptr %p) {
  store <6 x i58> %a, ptr %p
  ret void
}

; Moved only: as bytes, frozen once.
; CHECK-LABEL: @copy(
; CHECK: load <27 x i8>
; CHECK: store <27 x i8>
define void @copy(ptr %p, ptr %q) {
  %a = load <6 x i36>, ptr %p
  store <6 x i36> %a, ptr %q
  ret void
}

; One by one LLVM has them as well; volatile accesses stay as they are.
; CHECK-LABEL: @left(
; CHECK: load <8 x i40>
; CHECK: load volatile <8 x i40>
; CHECK: store volatile <8 x i40>
define i40 @left(ptr %p, ptr %q) {
  %a = load <8 x i40>, ptr %p
  %x = extractelement <8 x i40> %a, i32 1
  %y = extractelement <8 x i40> %a, i32 6
  %b = load volatile <8 x i40>, ptr %q
  store volatile <8 x i40> %b, ptr %q
  %r = add i40 %x, %y
  ret i40 %r
}

; Two fields, too, where a way by windows has the lower price.
; CHECK-LABEL: @two(
; CHECK-NOT: load <2 x i56>
; CHECK: ret
define <2 x i64> @two(ptr %p) {
  %a = load <2 x i56>, ptr %p
  %r = zext <2 x i56> %a to <2 x i64>
  ret <2 x i64> %r
}

; From and to small fields by way of numbers of 64 bits, which casts know.
; CHECK-LABEL: @small_to_wide(
; CHECK-NOT: x i5>
; CHECK: ret
define void @small_to_wide(ptr %p, ptr %q) {
  %a = load <16 x i5>, ptr %p
  %w = sext <16 x i5> %a to <16 x i48>
  %b = load <16 x i48>, ptr %q
  %r = add <16 x i48> %w, %b
  store <16 x i48> %r, ptr %q
  ret void
}

; CHECK-LABEL: @wide_to_small(
; CHECK-NOT: x i4>
; CHECK: ret
define void @wide_to_small(ptr %p, ptr %q) {
  %a = load <16 x i40>, ptr %p
  %r = trunc <16 x i40> %a to <16 x i4>
  store <16 x i4> %r, ptr %q
  ret void
}

; CHECK-LABEL: @in_loop(
; CHECK-NOT: load <4 x i48>
; CHECK-NOT: store <4 x i48>
; CHECK: ret
define void @in_loop(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %at = getelementptr i8, ptr %p, i64 %i
  %a = load <4 x i48>, ptr %at
  %s = lshr <4 x i48> %a, splat (i48 5)
  %m = call <4 x i48> @llvm.umin.v4i48(<4 x i48> %a, <4 x i48> %s)
  store <4 x i48> %m, ptr %at
  %j = add i64 %i, 24
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

!0 = !{}
