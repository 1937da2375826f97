; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Random shuffles of fields of 2 bits without a shuffle of bytes: words masked, multiplied and added in pairs.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 69

; CHECK-LABEL: @one_source(
; CHECK-NOT: <64 x i2>
; CHECK: @llvm.x86.sse2.pmadd.wd
; CHECK-NOT: <64 x i2>
; CHECK: ret <2 x i64>
define <2 x i64> @one_source(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <64 x i2>
  %b = bitcast <2 x i64> %q to <64 x i2>
  %r = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <i32 18, i32 45, i32 21, i32 23, i32 49, i32 37, i32 54, i32 5, i32 23, i32 48, i32 56, i32 29, i32 16, i32 10, i32 6, i32 23, i32 56, i32 28, i32 18, i32 62, i32 52, i32 61, i32 8, i32 31, i32 11, i32 42, i32 48, i32 24, i32 54, i32 55, i32 50, i32 17, i32 21, i32 46, i32 26, i32 9, i32 30, i32 37, i32 55, i32 16, i32 56, i32 34, i32 40, i32 60, i32 57, i32 26, i32 50, i32 31, i32 26, i32 20, i32 47, i32 6, i32 50, i32 15, i32 60, i32 22, i32 39, i32 9, i32 49, i32 32, i32 53, i32 22, i32 27, i32 40>
  %t = bitcast <64 x i2> %r to <2 x i64>
  ret <2 x i64> %t
}

; CHECK-LABEL: @two_sources(
; CHECK-NOT: <64 x i2>
; CHECK: @llvm.x86.sse2.pmadd.wd
; CHECK-NOT: <64 x i2>
; CHECK: ret <2 x i64>
define <2 x i64> @two_sources(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <64 x i2>
  %b = bitcast <2 x i64> %q to <64 x i2>
  %r = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <i32 114, i32 48, i32 40, i32 56, i32 106, i32 35, i32 36, i32 122, i32 58, i32 2, i32 20, i32 61, i32 99, i32 70, i32 38, i32 29, i32 30, i32 38, i32 1, i32 106, i32 70, i32 81, i32 68, i32 113, i32 106, i32 62, i32 110, i32 48, i32 76, i32 51, i32 5, i32 119, i32 48, i32 118, i32 53, i32 58, i32 66, i32 23, i32 43, i32 99, i32 120, i32 35, i32 1, i32 65, i32 70, i32 104, i32 56, i32 47, i32 109, i32 60, i32 40, i32 18, i32 31, i32 121, i32 28, i32 40, i32 70, i32 41, i32 47, i32 15, i32 48, i32 36, i32 34, i32 115>
  %t = bitcast <64 x i2> %r to <2 x i64>
  ret <2 x i64> %t
}
