; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 600 bits on AVX2: two full registers and a rest of 11 bytes, which is read and written as two words that overlap, no byte more.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 45

; CHECK-LABEL: @rest(
; CHECK: load <4 x i64>, ptr %p, align 1
; CHECK: load <4 x i64>, ptr %{{.*}}, align 1
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr %p, i64 64
; CHECK: load i64, ptr [[AT]], align 1
; CHECK: [[END:%.*]] = getelementptr inbounds i8, ptr %p, i64 67
; CHECK: load i64, ptr [[END]], align 1
; CHECK-NOT: i2>
; CHECK: store i64
; CHECK: store i64
define void @rest(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <300 x i2>, ptr %p, align 1
  %b = load <300 x i2>, ptr %q, align 1
  %c = sub <300 x i2> %a, %b
  store <300 x i2> %c, ptr %r, align 1
  ret void
}
