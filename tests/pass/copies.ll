; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields that are only copied: LLVM takes them apart and puts them together again.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 12
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 10

; CHECK-LABEL: @copy(
; CHECK: load <2 x i64>
; CHECK: store <2 x i64>
define void @copy(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  store <64 x i2> %a, ptr %q
  ret void
}

; CHECK-LABEL: @copy_in_a_loop(
; CHECK-NOT: <32 x i4>
define void @copy_in_a_loop(ptr %p, ptr %q, i64 %n) {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %from = getelementptr i8, ptr %p, i64 %i
  %to = getelementptr i8, ptr %q, i64 %i
  %v = load <32 x i4>, ptr %from, align 1
  store <32 x i4> %v, ptr %to, align 1
  %j = add i64 %i, 16
  %more = icmp ult i64 %j, %n
  br i1 %more, label %next, label %done
done:
  ret void
}

; CHECK-LABEL: @one_of_two(
; CHECK-NOT: <64 x i2>
define void @one_of_two(ptr %p, ptr %q, ptr %r, i1 %c) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %v = select i1 %c, <64 x i2> %a, <64 x i2> %b
  store <64 x i2> %v, ptr %r
  ret void
}
