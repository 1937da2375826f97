; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions for a processor with SVE2 and its permutation of bits get these, by intrinsics on
; scalable vectors, and no instruction of SHA3, which it lacks; functions for others get none.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -o %t.s
; RUN: sed -n '/^add:/,/Lfunc_end/p' %t.s | %at-most 10
; RUN: sed -n '/^even:/,/Lfunc_end/p' %t.s | %at-most 8
; RUN: sed -n '/^merged:/,/Lfunc_end/p' %t.s | %at-most 11
; TV-CPUS: neoverse-v2
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: @add(
; CHECK: call {{.*}}@llvm.aarch64.sve.
define void @add(ptr %p, ptr %q, ptr %r) "target-cpu"="neoverse-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @even(
; CHECK: call {{.*}}@llvm.aarch64.sve.
define void @even(ptr %p, ptr %q, ptr %r) "target-cpu"="neoverse-v2" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62, i32 64, i32 66, i32 68, i32 70, i32 72, i32 74, i32 76, i32 78, i32 80, i32 82, i32 84, i32 86, i32 88, i32 90, i32 92, i32 94, i32 96, i32 98, i32 100, i32 102, i32 104, i32 106, i32 108, i32 110, i32 112, i32 114, i32 116, i32 118, i32 120, i32 122, i32 124, i32 126>
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @merged(
; CHECK: call {{.*}}@llvm.aarch64.sve.
define void @merged(ptr %p, ptr %q, ptr %r) "target-features"="+sve2,+sve2-bitperm,+dotprod,+sve" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <i32 0, i32 64, i32 1, i32 65, i32 2, i32 66, i32 3, i32 67, i32 4, i32 68, i32 5, i32 69, i32 6, i32 70, i32 7, i32 71, i32 8, i32 72, i32 9, i32 73, i32 10, i32 74, i32 11, i32 75, i32 12, i32 76, i32 13, i32 77, i32 14, i32 78, i32 15, i32 79, i32 16, i32 80, i32 17, i32 81, i32 18, i32 82, i32 19, i32 83, i32 20, i32 84, i32 21, i32 85, i32 22, i32 86, i32 23, i32 87, i32 24, i32 88, i32 25, i32 89, i32 26, i32 90, i32 27, i32 91, i32 28, i32 92, i32 29, i32 93, i32 30, i32 94, i32 31, i32 95>
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @other(
; CHECK-NOT: @llvm.aarch64.sve
; CHECK: ret void
define void @other(ptr %p, ptr %q, ptr %r) "target-cpu"="apple-m1" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}
