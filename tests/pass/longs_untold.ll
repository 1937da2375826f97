; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Long integers where `lanesmith tv` has no answer: a loop that carries another value than before, and
; atomic instructions beside them.
; RUN: %lower %s | %check %s

; What is carried from block to block is the block.
; CHECK-LABEL: @advance(
; CHECK: phi <8 x i64>
; CHECK-COUNT-1: llvm.fshr.v8i64
; CHECK-NOT: or <
; CHECK: br i1
define void @advance(ptr noalias %r, ptr %a, i64 %n) "target-cpu"="icelake-server" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %in = phi i64 [ 1, %entry ], [ %out, %loop ]
  %pa = getelementptr i512, ptr %a, i64 %i
  %pr = getelementptr i512, ptr %r, i64 %i
  %x = load i512, ptr %pa
  %s = shl i512 %x, 3
  %e = zext i64 %in to i512
  %y = or i512 %s, %e
  store i512 %y, ptr %pr
  %h = lshr i512 %x, 509
  %out = trunc i512 %h to i64
  %i1 = add i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %end, label %loop
end:
  ret void
}

; Neither what is volatile nor what is atomic goes, though nobody wants what it gives.
; CHECK-LABEL: @effects(
; CHECK: load volatile i256
; CHECK: atomicrmw add ptr %b, i128 1
; CHECK-NOT: shl i512
; CHECK: ret void
define void @effects(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="icelake-server" {
  %v = load volatile i256, ptr %a
  %o = atomicrmw add ptr %b, i128 1 seq_cst
  %x = load i512, ptr %a
  %s = shl i512 %x, 7
  store i512 %s, ptr %r
  ret void
}
