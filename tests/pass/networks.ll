; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Stages of operations with shuffles between: values are laid out anew, so that registers hold what
; the next stages pair, and fewer shuffles are left.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s \
; RUN:   | %llc -O2 -mcpu=x86-64 | %at-most 100
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s \
; RUN:   | %llc -O2 -mcpu=x86-64-v3 | %at-most 34
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s

; Four stages of 16 numbers take 12 shuffles: each brings halves of two registers together. Memory
; is read and written in registers.
; CHECK-LABEL: @sums_of_floats(
; CHECK-COUNT-4: load <4 x float>
; CHECK-COUNT-12: shufflevector
; CHECK-NOT: shufflevector
; CHECK: store <4 x float>
define void @sums_of_floats(ptr noalias %p, ptr noalias %q) {
  %v1 = load <16 x float>, ptr %p, align 1
  %v2 = shufflevector <16 x float> %v1, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v3 = shufflevector <16 x float> %v1, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v4 = fadd <8 x float> %v2, %v3
  %v5 = fsub <8 x float> %v2, %v3
  %v6 = shufflevector <8 x float> %v4, <8 x float> %v5, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %v7 = shufflevector <16 x float> %v6, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 8, i32 9, i32 12, i32 13>
  %v8 = shufflevector <16 x float> %v6, <16 x float> poison, <8 x i32> <i32 2, i32 3, i32 6, i32 7, i32 10, i32 11, i32 14, i32 15>
  %v9 = fadd <8 x float> %v7, %v8
  %v10 = fsub <8 x float> %v7, %v8
  %v11 = shufflevector <8 x float> %v9, <8 x float> %v10, <16 x i32> <i32 0, i32 1, i32 8, i32 9, i32 2, i32 3, i32 10, i32 11, i32 4, i32 5, i32 12, i32 13, i32 6, i32 7, i32 14, i32 15>
  %v12 = shufflevector <16 x float> %v11, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v13 = shufflevector <16 x float> %v11, <16 x float> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v14 = fadd <8 x float> %v12, %v13
  %v15 = fsub <8 x float> %v12, %v13
  %v16 = shufflevector <8 x float> %v14, <8 x float> %v15, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v17 = shufflevector <16 x float> %v16, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v18 = shufflevector <16 x float> %v16, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v19 = fadd <8 x float> %v17, %v18
  %v20 = fsub <8 x float> %v17, %v18
  %v21 = shufflevector <8 x float> %v19, <8 x float> %v20, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x float> %v21, ptr %q, align 1
  ret void
}

; Each stage computes twice what it takes, and chooses half of it: only that is computed.
; CHECK-LABEL: @sums_of_words(
; CHECK-COUNT-8: sub <4 x i32>
; CHECK-NOT: {{(add|sub)}} <16 x i32>
define void @sums_of_words(ptr noalias %p, ptr noalias %q) {
  %v1 = load <16 x i32>, ptr %p, align 1
  %v2 = shufflevector <16 x i32> %v1, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %v3 = add <16 x i32> %v1, %v2
  %v4 = sub <16 x i32> %v2, %v1
  %v5 = shufflevector <16 x i32> %v3, <16 x i32> %v4, <16 x i32> <i32 0, i32 17, i32 2, i32 19, i32 4, i32 21, i32 6, i32 23, i32 8, i32 25, i32 10, i32 27, i32 12, i32 29, i32 14, i32 31>
  %v6 = shufflevector <16 x i32> %v5, <16 x i32> poison, <16 x i32> <i32 2, i32 3, i32 0, i32 1, i32 6, i32 7, i32 4, i32 5, i32 10, i32 11, i32 8, i32 9, i32 14, i32 15, i32 12, i32 13>
  %v7 = add <16 x i32> %v5, %v6
  %v8 = sub <16 x i32> %v6, %v5
  %v9 = shufflevector <16 x i32> %v7, <16 x i32> %v8, <16 x i32> <i32 0, i32 1, i32 18, i32 19, i32 4, i32 5, i32 22, i32 23, i32 8, i32 9, i32 26, i32 27, i32 12, i32 13, i32 30, i32 31>
  %v10 = shufflevector <16 x i32> %v9, <16 x i32> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3, i32 12, i32 13, i32 14, i32 15, i32 8, i32 9, i32 10, i32 11>
  %v11 = add <16 x i32> %v9, %v10
  %v12 = sub <16 x i32> %v10, %v9
  %v13 = shufflevector <16 x i32> %v11, <16 x i32> %v12, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 20, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 28, i32 29, i32 30, i32 31>
  %v14 = shufflevector <16 x i32> %v13, <16 x i32> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v15 = add <16 x i32> %v13, %v14
  %v16 = sub <16 x i32> %v14, %v13
  %v17 = shufflevector <16 x i32> %v15, <16 x i32> %v16, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %v17, ptr %q, align 1
  ret void
}

; Constants go with the elements that they are for.
; CHECK-LABEL: @scaled(
; CHECK: fmul <4 x float> {{.*}}, <float 1.000000e+00, float 3.000000e+00, float 2.000000e+00, float 4.000000e+00>
define void @scaled(ptr noalias %p, ptr noalias %q) {
  %v1 = load <8 x float>, ptr %p, align 1
  %v2 = shufflevector <8 x float> %v1, <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v3 = shufflevector <8 x float> %v1, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v4 = fmul <4 x float> %v3, <float 1.0, float 2.0, float 3.0, float 4.0>
  %v5 = fadd <4 x float> %v2, %v4
  %v6 = fsub <4 x float> %v2, %v4
  %v7 = shufflevector <4 x float> %v5, <4 x float> %v6, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v8 = shufflevector <8 x float> %v7, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v9 = shufflevector <8 x float> %v7, <8 x float> poison, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v10 = fmul <4 x float> %v9, <float 1.0, float 2.0, float 3.0, float 4.0>
  %v11 = fadd <4 x float> %v8, %v10
  %v12 = fsub <4 x float> %v8, %v10
  %v13 = shufflevector <4 x float> %v11, <4 x float> %v12, <8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 2, i32 3, i32 6, i32 7>
  %v14 = shufflevector <8 x float> %v13, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v15 = shufflevector <8 x float> %v13, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v16 = fmul <4 x float> %v15, <float 1.0, float 2.0, float 3.0, float 4.0>
  %v17 = fadd <4 x float> %v14, %v16
  %v18 = fsub <4 x float> %v14, %v16
  %v19 = shufflevector <4 x float> %v17, <4 x float> %v18, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v19, ptr %q, align 1
  ret void
}

; CHECK-LABEL: @sorted(
; CHECK: icmp slt <4 x i32>
; CHECK-NOT: <8 x i32>
define void @sorted(ptr noalias %p, ptr noalias %q) {
  %v1 = load <8 x i32>, ptr %p, align 1
  %v2 = shufflevector <8 x i32> %v1, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v3 = shufflevector <8 x i32> %v1, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v4 = icmp slt <4 x i32> %v2, %v3
  %v5 = select <4 x i1> %v4, <4 x i32> %v2, <4 x i32> %v3
  %v6 = select <4 x i1> %v4, <4 x i32> %v3, <4 x i32> %v2
  %v7 = shufflevector <4 x i32> %v5, <4 x i32> %v6, <8 x i32> <i32 0, i32 4, i32 5, i32 1, i32 2, i32 6, i32 7, i32 3>
  %v8 = shufflevector <8 x i32> %v7, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v9 = shufflevector <8 x i32> %v7, <8 x i32> poison, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v10 = icmp slt <4 x i32> %v8, %v9
  %v11 = select <4 x i1> %v10, <4 x i32> %v8, <4 x i32> %v9
  %v12 = select <4 x i1> %v10, <4 x i32> %v9, <4 x i32> %v8
  %v13 = shufflevector <4 x i32> %v11, <4 x i32> %v12, <8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 6, i32 7, i32 2, i32 3>
  %v14 = shufflevector <8 x i32> %v13, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v15 = shufflevector <8 x i32> %v13, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v16 = icmp slt <4 x i32> %v14, %v15
  %v17 = select <4 x i1> %v16, <4 x i32> %v14, <4 x i32> %v15
  %v18 = select <4 x i1> %v16, <4 x i32> %v15, <4 x i32> %v14
  %v19 = shufflevector <4 x i32> %v17, <4 x i32> %v18, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 6, i32 2, i32 7, i32 3>
  %v20 = shufflevector <8 x i32> %v19, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v21 = shufflevector <8 x i32> %v19, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v22 = icmp slt <4 x i32> %v20, %v21
  %v23 = select <4 x i1> %v22, <4 x i32> %v20, <4 x i32> %v21
  %v24 = select <4 x i1> %v22, <4 x i32> %v21, <4 x i32> %v20
  %v25 = shufflevector <4 x i32> %v23, <4 x i32> %v24, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v26 = shufflevector <8 x i32> %v25, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v27 = shufflevector <8 x i32> %v25, <8 x i32> poison, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v28 = icmp slt <4 x i32> %v26, %v27
  %v29 = select <4 x i1> %v28, <4 x i32> %v26, <4 x i32> %v27
  %v30 = select <4 x i1> %v28, <4 x i32> %v27, <4 x i32> %v26
  %v31 = shufflevector <4 x i32> %v29, <4 x i32> %v30, <8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 2, i32 3, i32 6, i32 7>
  %v32 = shufflevector <8 x i32> %v31, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v33 = shufflevector <8 x i32> %v31, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v34 = icmp slt <4 x i32> %v32, %v33
  %v35 = select <4 x i1> %v34, <4 x i32> %v32, <4 x i32> %v33
  %v36 = select <4 x i1> %v34, <4 x i32> %v33, <4 x i32> %v32
  %v37 = shufflevector <4 x i32> %v35, <4 x i32> %v36, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  store <8 x i32> %v37, ptr %q, align 1
  ret void
}

; What commutes need not be told apart: no shuffle is left.
; CHECK-LABEL: @commutes(
; CHECK-NOT: shufflevector
; CHECK: fadd <4 x float>
define void @commutes(ptr noalias %p, ptr noalias %q) {
  %a = load <8 x float>, ptr %p, align 1
  %s = shufflevector <8 x float> %a, <8 x float> poison, <8 x i32> <i32 0, i32 5, i32 2, i32 7, i32 4, i32 1, i32 6, i32 3>
  %x = shufflevector <8 x float> %s, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %y = shufflevector <8 x float> %s, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %r = fadd <4 x float> %x, %y
  store <4 x float> %r, ptr %q, align 1
  ret void
}
