; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Random shuffles of fields of 4 bits without a shuffle of bytes: words masked, multiplied and added in pairs, or shifted one by one.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 42

; CHECK-LABEL: @one_source(
; CHECK-NOT: <32 x i4>
; CHECK: ret <2 x i64>
define <2 x i64> @one_source(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <32 x i4>
  %b = bitcast <2 x i64> %q to <32 x i4>
  %r = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 1, i32 12, i32 14, i32 25, i32 21, i32 0, i32 8, i32 1, i32 10, i32 6, i32 9, i32 7, i32 4, i32 21, i32 23, i32 3, i32 12, i32 16, i32 25, i32 20, i32 10, i32 19, i32 26, i32 2, i32 29, i32 28, i32 15, i32 16, i32 11, i32 2, i32 6, i32 2>
  %t = bitcast <32 x i4> %r to <2 x i64>
  ret <2 x i64> %t
}

; CHECK-LABEL: @two_sources(
; CHECK-NOT: <32 x i4>
; CHECK: @llvm.x86.sse2.pmadd.wd
; CHECK-NOT: <32 x i4>
; CHECK: ret <2 x i64>
define <2 x i64> @two_sources(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <32 x i4>
  %b = bitcast <2 x i64> %q to <32 x i4>
  %r = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 15, i32 20, i32 32, i32 53, i32 43, i32 9, i32 44, i32 25, i32 12, i32 5, i32 59, i32 61, i32 16, i32 28, i32 19, i32 22, i32 23, i32 5, i32 48, i32 4, i32 18, i32 59, i32 20, i32 27, i32 56, i32 10, i32 7, i32 19, i32 9, i32 1, i32 16, i32 31>
  %t = bitcast <32 x i4> %r to <2 x i64>
  ret <2 x i64> %t
}
