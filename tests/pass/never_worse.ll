; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What `bench never-worse` found longer than without the pass, or than on a lesser target, kind by
; kind. Guards: what a lesser target does in fewer instructions is taken; LLVM's own vectorizers
; behind the pass are counted; what LLVM dies of is not made; single bits that mask registers do not
; hold are not left to LLVM, which takes them apart.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu %s | %llc -O2 | %at-most 26
; RUN: %lower-o2 -mtriple=x86_64-unknown-linux-gnu %s | %llc -O2 | %at-most 26

; 40 bits, copied: 212 instructions from mask registers.
; CHECK-LABEL: @copied(
; CHECK: load i40
; CHECK: store i40
define void @copied(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <40 x i1>, ptr %p
  store <40 x i1> %a, ptr %q
  ret void
}

; 63 bits to bytes: 444.
; CHECK-LABEL: @extended(
; CHECK-NOT: load <63 x i1>
; CHECK: ret void
define void @extended(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <63 x i1>, ptr %p
  %s = sext <63 x i1> %a to <63 x i8>
  store <63 x i8> %s, ptr %q
  ret void
}

; 24 bits to bytes: 126.
; CHECK-LABEL: @extended_by_words(
; CHECK-NOT: load <24 x i1>
; CHECK: ret void
define void @extended_by_words(ptr %p, ptr %q) {
  %a = load <24 x i1>, ptr %p
  %s = sext <24 x i1> %a to <24 x i8>
  store <24 x i8> %s, ptr %q
  ret void
}

; The bits of a compare, lengthened to 64 that a mask register holds: 214.
; CHECK-LABEL: @compared(
; CHECK: icmp ugt <40 x i8>
; CHECK: shufflevector <40 x i1> %{{.*}}, <40 x i1> {{.*}}, <64 x i32>
; CHECK: store i40
define void @compared(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <40 x i8>, ptr %p
  %b = load <40 x i8>, ptr %q
  %c = icmp ugt <40 x i8> %a, %b
  store <40 x i1> %c, ptr %r
  ret void
}

; Bits from memory and of a compare, stored: 773.
; CHECK-LABEL: @both(
; CHECK-NOT: load <63 x i1>
; CHECK: store i64
define void @both(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v4" {
  %a = load <63 x i8>, ptr %p
  %b = load <63 x i8>, ptr %q
  %c = icmp ugt <63 x i8> %a, %b
  %m = load <63 x i1>, ptr %r
  %d = and <63 x i1> %c, %m
  store <63 x i1> %d, ptr %p
  ret void
}

; LLVM's vectorizer makes two instructions of it, the pass five.
; CHECK-LABEL: @two_bits(
define void @two_bits(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %x = load i8, ptr %p
  %e = trunc i8 %x to i1
  %v = insertelement <2 x i1> poison, i1 %e, i32 0
  %p1 = getelementptr i8, ptr %p, i64 1
  %y = load i8, ptr %p1
  %f = trunc i8 %y to i1
  %w = insertelement <2 x i1> %v, i1 %f, i32 1
  store <2 x i1> %w, ptr %q
  ret void
}

; By registers of 256 bits, as for x86-64-v3: LLVM 19 dies of the shuffle of 64 bytes that
; instcombine makes of what x86-64-v4 would do.
; CHECK-LABEL: @moved_up(
; CHECK-NOT: shufflevector <128 x i4>
; CHECK: ret void
define void @moved_up(ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %a = load <128 x i4>, ptr %p
  %r = shufflevector <128 x i4> %a, <128 x i4> zeroinitializer, <128 x i32> <
    i32 128, i32 128, i32 128, i32 128, i32 128, i32 128, i32 128,
    i32 128, i32 128, i32 128, i32 128, i32 128,
    i32 128, i32 128, i32 128, i32 128, i32 128, i32 128, i32 128,
    i32 128, i32 128, i32 128, i32 128, i32 128,
    i32 128, i32 128, i32 128, i32 128, i32 128, i32 128, i32 128,
    i32 128, i32 128, i32 0, i32 1, i32 2,
    i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14,
    i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26,
    i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38,
    i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50,
    i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62,
    i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74,
    i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86,
    i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94>
  store <128 x i4> %r, ptr %q
  ret void
}
