; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shuffles without any structure, from one source and from two: made in ways whose cost does not depend on what goes where (arbitrary.c). On
; AVX2 and AVX-512 bytes are tested bit by bit, or windows of eight bits joined; with GFNI the data are a matrix.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 80
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 38
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 18
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 17
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; TV-CPU: icelake-server

; CHECK-NOT: shufflevector <{{[0-9]+}} x i{{[124]}}>

define <2 x i64> @fields_of_1_from_one(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <128 x i1>
  %b = bitcast <2 x i64> %q to <128 x i1>
  %s = shufflevector <128 x i1> %a, <128 x i1> %b, <128 x i32> <i32 30, i32 81, i32 26, i32 57, i32 107, i32 125, i32 112, i32 61, i32 0, i32 20, i32 28, i32 73, i32 25, i32 115, i32 2, i32 125, i32 80, i32 53, i32 101, i32 64, i32 89, i32 91, i32 96, i32 19, i32 87, i32 22, i32 74, i32 73, i32 117, i32 36, i32 79, i32 6, i32 94, i32 93, i32 118, i32 108, i32 23, i32 102, i32 127, i32 29, i32 108, i32 125, i32 101, i32 66, i32 107, i32 122, i32 6, i32 57, i32 33, i32 12, i32 26, i32 109, i32 120, i32 36, i32 123, i32 58, i32 31, i32 116, i32 120, i32 64, i32 102, i32 78, i32 122, i32 102, i32 110, i32 51, i32 75, i32 68, i32 2, i32 8, i32 38, i32 117, i32 125, i32 92, i32 51, i32 66, i32 124, i32 119, i32 127, i32 111, i32 8, i32 74, i32 81, i32 117, i32 25, i32 112, i32 66, i32 115, i32 46, i32 108, i32 122, i32 16, i32 68, i32 127, i32 94, i32 24, i32 49, i32 105, i32 37, i32 115, i32 3, i32 23, i32 0, i32 115, i32 21, i32 50, i32 63, i32 30, i32 11, i32 68, i32 91, i32 39, i32 1, i32 80, i32 125, i32 34, i32 57, i32 121, i32 33, i32 74, i32 21, i32 106, i32 40, i32 34, i32 78, i32 105, i32 99, i32 38>
  %r = bitcast <128 x i1> %s to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @fields_of_1_from_two(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <128 x i1>
  %b = bitcast <2 x i64> %q to <128 x i1>
  %s = shufflevector <128 x i1> %a, <128 x i1> %b, <128 x i32> <i32 100, i32 192, i32 7, i32 54, i32 199, i32 37, i32 26, i32 177, i32 180, i32 13, i32 13, i32 243, i32 167, i32 155, i32 230, i32 166, i32 62, i32 254, i32 238, i32 87, i32 78, i32 105, i32 222, i32 172, i32 234, i32 119, i32 35, i32 204, i32 17, i32 100, i32 88, i32 23, i32 24, i32 231, i32 96, i32 247, i32 10, i32 66, i32 111, i32 70, i32 82, i32 95, i32 199, i32 139, i32 217, i32 212, i32 40, i32 196, i32 156, i32 95, i32 176, i32 89, i32 134, i32 237, i32 254, i32 212, i32 147, i32 239, i32 90, i32 166, i32 246, i32 227, i32 61, i32 140, i32 48, i32 109, i32 118, i32 2, i32 47, i32 232, i32 169, i32 208, i32 93, i32 13, i32 180, i32 80, i32 180, i32 110, i32 56, i32 143, i32 109, i32 150, i32 137, i32 67, i32 51, i32 135, i32 49, i32 223, i32 87, i32 54, i32 30, i32 182, i32 94, i32 54, i32 160, i32 141, i32 32, i32 149, i32 161, i32 82, i32 133, i32 131, i32 32, i32 7, i32 210, i32 131, i32 212, i32 7, i32 29, i32 49, i32 120, i32 11, i32 158, i32 62, i32 48, i32 179, i32 161, i32 233, i32 19, i32 206, i32 161, i32 110, i32 236, i32 218, i32 61, i32 191, i32 128, i32 199>
  %r = bitcast <128 x i1> %s to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @fields_of_2_from_one(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <64 x i2>
  %b = bitcast <2 x i64> %q to <64 x i2>
  %s = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <i32 37, i32 45, i32 7, i32 55, i32 3, i32 36, i32 42, i32 37, i32 15, i32 38, i32 53, i32 40, i32 2, i32 43, i32 25, i32 7, i32 14, i32 20, i32 15, i32 15, i32 4, i32 16, i32 45, i32 38, i32 3, i32 54, i32 16, i32 45, i32 53, i32 49, i32 48, i32 30, i32 53, i32 28, i32 16, i32 23, i32 3, i32 50, i32 32, i32 18, i32 29, i32 2, i32 2, i32 35, i32 61, i32 53, i32 33, i32 40, i32 17, i32 11, i32 22, i32 4, i32 33, i32 43, i32 40, i32 7, i32 1, i32 31, i32 60, i32 7, i32 28, i32 19, i32 51, i32 46>
  %r = bitcast <64 x i2> %s to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @fields_of_2_from_two(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <64 x i2>
  %b = bitcast <2 x i64> %q to <64 x i2>
  %s = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <i32 59, i32 70, i32 87, i32 51, i32 95, i32 poison, i32 117, i32 117, i32 121, i32 79, i32 48, i32 40, i32 105, i32 39, i32 124, i32 1, i32 90, i32 104, i32 9, i32 44, i32 21, i32 76, i32 95, i32 67, i32 35, i32 25, i32 4, i32 55, i32 78, i32 11, i32 100, i32 97, i32 40, i32 26, i32 21, i32 36, i32 99, i32 85, i32 66, i32 79, i32 poison, i32 48, i32 41, i32 74, i32 75, i32 73, i32 91, i32 34, i32 99, i32 48, i32 2, i32 122, i32 108, i32 91, i32 43, i32 7, i32 45, i32 80, i32 37, i32 41, i32 7, i32 29, i32 0, i32 95>
  %r = bitcast <64 x i2> %s to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @fields_of_4_from_one(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <32 x i4>
  %b = bitcast <2 x i64> %q to <32 x i4>
  %s = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 4, i32 23, i32 19, i32 13, i32 9, i32 15, i32 8, i32 6, i32 20, i32 31, i32 6, i32 4, i32 24, i32 16, i32 19, i32 7, i32 22, i32 30, i32 31, i32 7, i32 15, i32 22, i32 29, i32 22, i32 5, i32 4, i32 5, i32 31, i32 19, i32 16, i32 14, i32 10>
  %r = bitcast <32 x i4> %s to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @fields_of_4_from_two(<2 x i64> noundef %p, <2 x i64> noundef %q) {
  %a = bitcast <2 x i64> %p to <32 x i4>
  %b = bitcast <2 x i64> %q to <32 x i4>
  %s = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 41, i32 55, i32 42, i32 41, i32 63, i32 51, i32 40, i32 22, i32 25, i32 59, i32 28, i32 44, i32 44, i32 52, i32 48, i32 27, i32 19, i32 56, i32 16, i32 55, i32 34, i32 42, i32 15, i32 40, i32 34, i32 56, i32 33, i32 18, i32 34, i32 29, i32 42, i32 18>
  %r = bitcast <32 x i4> %s to <2 x i64>
  ret <2 x i64> %r
}

