; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Random shuffles of fields of 1 bit without a shuffle of bytes: words masked, multiplied and added in pairs.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 94

; CHECK-LABEL: @one_source(
; CHECK-NOT: <128 x i1>
; CHECK: @llvm.x86.sse2.pmadd.wd
; CHECK-NOT: <128 x i1>
; CHECK: ret <2 x i64>
define <2 x i64> @one_source(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <128 x i1>
  %b = bitcast <2 x i64> %q to <128 x i1>
  %r = shufflevector <128 x i1> %a, <128 x i1> %b, <128 x i32> <i32 49, i32 91, i32 119, i32 12, i32 54, i32 56, i32 73, i32 124, i32 54, i32 84, i32 112, i32 18, i32 65, i32 49, i32 41, i32 22, i32 113, i32 93, i32 49, i32 120, i32 83, i32 61, i32 103, i32 108, i32 53, i32 16, i32 110, i32 119, i32 77, i32 54, i32 28, i32 84, i32 68, i32 101, i32 97, i32 58, i32 108, i32 19, i32 103, i32 107, i32 1, i32 118, i32 55, i32 24, i32 88, i32 5, i32 94, i32 92, i32 2, i32 67, i32 39, i32 8, i32 110, i32 46, i32 71, i32 16, i32 38, i32 103, i32 92, i32 121, i32 42, i32 127, i32 79, i32 46, i32 1, i32 21, i32 16, i32 8, i32 88, i32 113, i32 30, i32 117, i32 35, i32 45, i32 51, i32 114, i32 35, i32 20, i32 38, i32 79, i32 86, i32 96, i32 17, i32 15, i32 89, i32 118, i32 14, i32 49, i32 71, i32 83, i32 23, i32 71, i32 39, i32 64, i32 119, i32 52, i32 108, i32 28, i32 81, i32 62, i32 24, i32 71, i32 45, i32 3, i32 3, i32 101, i32 117, i32 11, i32 86, i32 61, i32 69, i32 120, i32 50, i32 80, i32 85, i32 4, i32 34, i32 73, i32 88, i32 93, i32 103, i32 102, i32 13, i32 56, i32 16, i32 55, i32 37, i32 30>
  %t = bitcast <128 x i1> %r to <2 x i64>
  ret <2 x i64> %t
}

; CHECK-LABEL: @two_sources(
; CHECK-NOT: <128 x i1>
; CHECK: @llvm.x86.sse2.pmadd.wd
; CHECK-NOT: <128 x i1>
; CHECK: ret <2 x i64>
define <2 x i64> @two_sources(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <128 x i1>
  %b = bitcast <2 x i64> %q to <128 x i1>
  %r = shufflevector <128 x i1> %a, <128 x i1> %b, <128 x i32> <i32 74, i32 175, i32 62, i32 189, i32 12, i32 229, i32 103, i32 186, i32 106, i32 65, i32 234, i32 162, i32 153, i32 154, i32 130, i32 123, i32 222, i32 104, i32 232, i32 152, i32 20, i32 125, i32 25, i32 175, i32 224, i32 224, i32 26, i32 137, i32 104, i32 17, i32 238, i32 29, i32 6, i32 210, i32 231, i32 140, i32 73, i32 249, i32 31, i32 18, i32 136, i32 62, i32 44, i32 230, i32 173, i32 37, i32 75, i32 240, i32 213, i32 55, i32 135, i32 3, i32 122, i32 182, i32 110, i32 49, i32 118, i32 98, i32 80, i32 88, i32 98, i32 229, i32 70, i32 19, i32 96, i32 116, i32 53, i32 6, i32 170, i32 65, i32 246, i32 65, i32 56, i32 56, i32 20, i32 229, i32 46, i32 140, i32 206, i32 68, i32 30, i32 59, i32 147, i32 31, i32 49, i32 152, i32 147, i32 120, i32 84, i32 198, i32 194, i32 77, i32 170, i32 16, i32 122, i32 156, i32 199, i32 123, i32 240, i32 124, i32 102, i32 208, i32 77, i32 84, i32 253, i32 224, i32 249, i32 99, i32 140, i32 13, i32 97, i32 168, i32 19, i32 114, i32 159, i32 135, i32 17, i32 192, i32 65, i32 130, i32 189, i32 234, i32 135, i32 28, i32 232, i32 154, i32 46, i32 90>
  %t = bitcast <128 x i1> %r to <2 x i64>
  ret <2 x i64> %t
}
