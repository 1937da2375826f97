; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector wider than the widest register is split: four loads, four stores, at the right places, aligned as far as
; the original's alignment says.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 60

; CHECK-LABEL: @split(
; CHECK: load <4 x i64>, ptr %p, align 64
; CHECK: getelementptr inbounds i8, ptr %p, i64 32
; CHECK: load <4 x i64>, ptr %{{.*}}, align 32
; CHECK-NOT: i2>
; CHECK: store <4 x i64> %{{.*}}, ptr %r, align 4
; CHECK: getelementptr inbounds i8, ptr %r, i64 32
; CHECK: store <4 x i64> %{{.*}}, ptr %{{.*}}, align 4
define void @split(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <256 x i2>, ptr %p, align 64
  %b = load <256 x i2>, ptr %q, align 64
  %c = add <256 x i2> %a, %b
  store <256 x i2> %c, ptr %r, align 4
  ret void
}
