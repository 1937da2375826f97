; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Parts of registers for which LLVM needs several accesses are read and written by two that overlap, of which none goes beyond the vector.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 60
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 38

; 7 bytes.
; CHECK-LABEL: @bits_56(
; CHECK: load i32, ptr %p, align 8
; CHECK: [[HIGH:%.*]] = getelementptr inbounds i8, ptr %p, i64 3
; CHECK: load i32, ptr [[HIGH]], align 1
; CHECK: store i32
; CHECK: store i32
; CHECK: ret
define void @bits_56(ptr %p, ptr %q) {
  %a = load <28 x i2>, ptr %p
  %b = load <28 x i2>, ptr %q
  %r = add <28 x i2> %a, %b
  store <28 x i2> %r, ptr %p
  ret void
}

; 13 bytes, of whose last two bits are written as zeros.
; CHECK-LABEL: @bits_102(
; CHECK: load i64, ptr %p, align 16
; CHECK: [[HIGH:%.*]] = getelementptr inbounds i8, ptr %p, i64 5
; CHECK: load i64, ptr [[HIGH]], align 1
; CHECK: and <2 x i64> %{{.*}}, <i64 -1, i64 274877906943>
; CHECK: ret
define void @bits_102(ptr %p, ptr %q) {
  %a = load <51 x i2>, ptr %p
  %b = load <51 x i2>, ptr %q
  %r = sub <51 x i2> %a, %b
  store <51 x i2> %r, ptr %p
  ret void
}

; 12 bytes are two accesses anyway.
; CHECK-LABEL: @bits_96(
; CHECK: load i96
; CHECK: store i96
define void @bits_96(ptr %p, ptr %q) {
  %a = load <24 x i4>, ptr %p
  %b = load <24 x i4>, ptr %q
  %r = add <24 x i4> %a, %b
  store <24 x i4> %r, ptr %p
  ret void
}

; 21 bytes: 16 and the last 16.
; CHECK-LABEL: @bits_168(
; CHECK: load <2 x i64>, ptr %p, align 32
; CHECK: [[HIGH:%.*]] = getelementptr inbounds i8, ptr %p, i64 5
; CHECK: load <2 x i64>, ptr [[HIGH]], align 1
; CHECK: store <2 x i64> {{.*}}, ptr %p, align 32
; CHECK: store <16 x i8> {{.*}}, ptr {{.*}}, align 1
define void @bits_168(ptr %p, ptr %q) {
  %a = load <42 x i4>, ptr %p
  %b = load <42 x i4>, ptr %q
  %r = add <42 x i4> %a, %b
  store <42 x i4> %r, ptr %p
  ret void
}

; 31 bytes, of which the last has four bits.
; CHECK-LABEL: @bits_244(
; CHECK: [[HIGH:%.*]] = getelementptr inbounds i8, ptr %p, i64 15
; CHECK: load <2 x i64>, ptr [[HIGH]], align 1
; CHECK: ret
define void @bits_244(ptr %p, ptr %q) {
  %a = load <61 x i4>, ptr %p
  %b = load <61 x i4>, ptr %q
  %r = add <61 x i4> %a, %b
  store <61 x i4> %r, ptr %p
  ret void
}

; Streaming is for whole registers: accesses do not overlap then.
; CHECK-LABEL: @streaming(
; CHECK-NOT: !nontemporal
; CHECK: ret
define void @streaming(ptr %p, ptr %q) {
  %a = load <42 x i4>, ptr %p, align 1, !nontemporal !0
  %b = load <42 x i4>, ptr %q, align 1, !nontemporal !0
  %c = add <42 x i4> %a, %b
  store <42 x i4> %c, ptr %p, align 1, !nontemporal !0
  ret void
}

; CHECK-LABEL: @streaming_whole(
; CHECK: load <4 x i64>, ptr %r, align 32, !nontemporal
; CHECK: store <4 x i64> {{.*}}, ptr %r, align 32, !nontemporal
define void @streaming_whole(ptr %r) {
  %d = load <64 x i4>, ptr %r, !nontemporal !0
  %e = add <64 x i4> %d, %d
  store <64 x i4> %e, ptr %r, !nontemporal !0
  ret void
}

!0 = !{i32 1}
