; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum or a difference that is written word by word, with the carry of one word in the next, is one
; long sum: words of vectors, words in memory whose stores may move, the processor's own sums. It is
; left where a store may change what is loaded after it, where a carry is wanted by others, and
; where words are few.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc | %at-most 125

; CHECK-LABEL: @memory(
; CHECK-NOT: overflow
; CHECK: load <8 x i64>, ptr %
; CHECK: icmp ult <8 x i64>
; CHECK-NOT: overflow
; CHECK: ret i64
define i64 @memory(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="x86-64-v4" {
  %pa0 = getelementptr i8, ptr %a, i64 0
  %pb0 = getelementptr i8, ptr %b, i64 0
  %x0 = load i64, ptr %pa0
  %y0 = load i64, ptr %pb0
  %s0 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x0, i64 %y0)
  %v0 = extractvalue { i64, i1 } %s0, 0
  %o0 = extractvalue { i64, i1 } %s0, 1
  %k1 = zext i1 %o0 to i64
  %pr0 = getelementptr i8, ptr %r, i64 0
  store i64 %v0, ptr %pr0
  %pa1 = getelementptr i8, ptr %a, i64 8
  %pb1 = getelementptr i8, ptr %b, i64 8
  %x1 = load i64, ptr %pa1
  %y1 = load i64, ptr %pb1
  %s1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x1, i64 %y1)
  %v1 = extractvalue { i64, i1 } %s1, 0
  %o1 = extractvalue { i64, i1 } %s1, 1
  %t1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v1, i64 %k1)
  %u1 = extractvalue { i64, i1 } %t1, 0
  %e1 = extractvalue { i64, i1 } %t1, 1
  %c1 = or i1 %o1, %e1
  %k2 = zext i1 %c1 to i64
  %pr1 = getelementptr i8, ptr %r, i64 8
  store i64 %u1, ptr %pr1
  %pa2 = getelementptr i8, ptr %a, i64 16
  %pb2 = getelementptr i8, ptr %b, i64 16
  %x2 = load i64, ptr %pa2
  %y2 = load i64, ptr %pb2
  %s2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x2, i64 %y2)
  %v2 = extractvalue { i64, i1 } %s2, 0
  %o2 = extractvalue { i64, i1 } %s2, 1
  %t2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v2, i64 %k2)
  %u2 = extractvalue { i64, i1 } %t2, 0
  %e2 = extractvalue { i64, i1 } %t2, 1
  %c2 = or i1 %o2, %e2
  %k3 = zext i1 %c2 to i64
  %pr2 = getelementptr i8, ptr %r, i64 16
  store i64 %u2, ptr %pr2
  %pa3 = getelementptr i8, ptr %a, i64 24
  %pb3 = getelementptr i8, ptr %b, i64 24
  %x3 = load i64, ptr %pa3
  %y3 = load i64, ptr %pb3
  %s3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x3, i64 %y3)
  %v3 = extractvalue { i64, i1 } %s3, 0
  %o3 = extractvalue { i64, i1 } %s3, 1
  %t3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v3, i64 %k3)
  %u3 = extractvalue { i64, i1 } %t3, 0
  %e3 = extractvalue { i64, i1 } %t3, 1
  %c3 = or i1 %o3, %e3
  %k4 = zext i1 %c3 to i64
  %pr3 = getelementptr i8, ptr %r, i64 24
  store i64 %u3, ptr %pr3
  %pa4 = getelementptr i8, ptr %a, i64 32
  %pb4 = getelementptr i8, ptr %b, i64 32
  %x4 = load i64, ptr %pa4
  %y4 = load i64, ptr %pb4
  %s4 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x4, i64 %y4)
  %v4 = extractvalue { i64, i1 } %s4, 0
  %o4 = extractvalue { i64, i1 } %s4, 1
  %t4 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v4, i64 %k4)
  %u4 = extractvalue { i64, i1 } %t4, 0
  %e4 = extractvalue { i64, i1 } %t4, 1
  %c4 = or i1 %o4, %e4
  %k5 = zext i1 %c4 to i64
  %pr4 = getelementptr i8, ptr %r, i64 32
  store i64 %u4, ptr %pr4
  %pa5 = getelementptr i8, ptr %a, i64 40
  %pb5 = getelementptr i8, ptr %b, i64 40
  %x5 = load i64, ptr %pa5
  %y5 = load i64, ptr %pb5
  %s5 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x5, i64 %y5)
  %v5 = extractvalue { i64, i1 } %s5, 0
  %o5 = extractvalue { i64, i1 } %s5, 1
  %t5 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v5, i64 %k5)
  %u5 = extractvalue { i64, i1 } %t5, 0
  %e5 = extractvalue { i64, i1 } %t5, 1
  %c5 = or i1 %o5, %e5
  %k6 = zext i1 %c5 to i64
  %pr5 = getelementptr i8, ptr %r, i64 40
  store i64 %u5, ptr %pr5
  %pa6 = getelementptr i8, ptr %a, i64 48
  %pb6 = getelementptr i8, ptr %b, i64 48
  %x6 = load i64, ptr %pa6
  %y6 = load i64, ptr %pb6
  %s6 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x6, i64 %y6)
  %v6 = extractvalue { i64, i1 } %s6, 0
  %o6 = extractvalue { i64, i1 } %s6, 1
  %t6 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v6, i64 %k6)
  %u6 = extractvalue { i64, i1 } %t6, 0
  %e6 = extractvalue { i64, i1 } %t6, 1
  %c6 = or i1 %o6, %e6
  %k7 = zext i1 %c6 to i64
  %pr6 = getelementptr i8, ptr %r, i64 48
  store i64 %u6, ptr %pr6
  %pa7 = getelementptr i8, ptr %a, i64 56
  %pb7 = getelementptr i8, ptr %b, i64 56
  %x7 = load i64, ptr %pa7
  %y7 = load i64, ptr %pb7
  %s7 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x7, i64 %y7)
  %v7 = extractvalue { i64, i1 } %s7, 0
  %o7 = extractvalue { i64, i1 } %s7, 1
  %t7 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v7, i64 %k7)
  %u7 = extractvalue { i64, i1 } %t7, 0
  %e7 = extractvalue { i64, i1 } %t7, 1
  %c7 = or i1 %o7, %e7
  %k8 = zext i1 %c7 to i64
  %pr7 = getelementptr i8, ptr %r, i64 56
  store i64 %u7, ptr %pr7
  ret i64 %k8
}

; CHECK-LABEL: @vectors(
; CHECK-NOT: overflow
; CHECK: sub <8 x i64>
; CHECK-NOT: overflow
; CHECK: ret <8 x i64>
define <8 x i64> @vectors(<8 x i64> %a, <8 x i64> %b) #0 {
  %x0 = extractelement <8 x i64> %a, i32 0
  %y0 = extractelement <8 x i64> %b, i32 0
  %s0 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x0, i64 %y0)
  %v0 = extractvalue { i64, i1 } %s0, 0
  %o0 = extractvalue { i64, i1 } %s0, 1
  %k1 = zext i1 %o0 to i64
  %g0 = insertelement <8 x i64> poison, i64 %v0, i32 0
  %x1 = extractelement <8 x i64> %a, i32 1
  %y1 = extractelement <8 x i64> %b, i32 1
  %s1 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x1, i64 %y1)
  %v1 = extractvalue { i64, i1 } %s1, 0
  %o1 = extractvalue { i64, i1 } %s1, 1
  %t1 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v1, i64 %k1)
  %u1 = extractvalue { i64, i1 } %t1, 0
  %e1 = extractvalue { i64, i1 } %t1, 1
  %c1 = or i1 %o1, %e1
  %k2 = zext i1 %c1 to i64
  %g1 = insertelement <8 x i64> %g0, i64 %u1, i32 1
  %x2 = extractelement <8 x i64> %a, i32 2
  %y2 = extractelement <8 x i64> %b, i32 2
  %s2 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x2, i64 %y2)
  %v2 = extractvalue { i64, i1 } %s2, 0
  %o2 = extractvalue { i64, i1 } %s2, 1
  %t2 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v2, i64 %k2)
  %u2 = extractvalue { i64, i1 } %t2, 0
  %e2 = extractvalue { i64, i1 } %t2, 1
  %c2 = or i1 %o2, %e2
  %k3 = zext i1 %c2 to i64
  %g2 = insertelement <8 x i64> %g1, i64 %u2, i32 2
  %x3 = extractelement <8 x i64> %a, i32 3
  %y3 = extractelement <8 x i64> %b, i32 3
  %s3 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x3, i64 %y3)
  %v3 = extractvalue { i64, i1 } %s3, 0
  %o3 = extractvalue { i64, i1 } %s3, 1
  %t3 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v3, i64 %k3)
  %u3 = extractvalue { i64, i1 } %t3, 0
  %e3 = extractvalue { i64, i1 } %t3, 1
  %c3 = or i1 %o3, %e3
  %k4 = zext i1 %c3 to i64
  %g3 = insertelement <8 x i64> %g2, i64 %u3, i32 3
  %x4 = extractelement <8 x i64> %a, i32 4
  %y4 = extractelement <8 x i64> %b, i32 4
  %s4 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x4, i64 %y4)
  %v4 = extractvalue { i64, i1 } %s4, 0
  %o4 = extractvalue { i64, i1 } %s4, 1
  %t4 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v4, i64 %k4)
  %u4 = extractvalue { i64, i1 } %t4, 0
  %e4 = extractvalue { i64, i1 } %t4, 1
  %c4 = or i1 %o4, %e4
  %k5 = zext i1 %c4 to i64
  %g4 = insertelement <8 x i64> %g3, i64 %u4, i32 4
  %x5 = extractelement <8 x i64> %a, i32 5
  %y5 = extractelement <8 x i64> %b, i32 5
  %s5 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x5, i64 %y5)
  %v5 = extractvalue { i64, i1 } %s5, 0
  %o5 = extractvalue { i64, i1 } %s5, 1
  %t5 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v5, i64 %k5)
  %u5 = extractvalue { i64, i1 } %t5, 0
  %e5 = extractvalue { i64, i1 } %t5, 1
  %c5 = or i1 %o5, %e5
  %k6 = zext i1 %c5 to i64
  %g5 = insertelement <8 x i64> %g4, i64 %u5, i32 5
  %x6 = extractelement <8 x i64> %a, i32 6
  %y6 = extractelement <8 x i64> %b, i32 6
  %s6 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x6, i64 %y6)
  %v6 = extractvalue { i64, i1 } %s6, 0
  %o6 = extractvalue { i64, i1 } %s6, 1
  %t6 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v6, i64 %k6)
  %u6 = extractvalue { i64, i1 } %t6, 0
  %e6 = extractvalue { i64, i1 } %t6, 1
  %c6 = or i1 %o6, %e6
  %k7 = zext i1 %c6 to i64
  %g6 = insertelement <8 x i64> %g5, i64 %u6, i32 6
  %x7 = extractelement <8 x i64> %a, i32 7
  %y7 = extractelement <8 x i64> %b, i32 7
  %s7 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x7, i64 %y7)
  %v7 = extractvalue { i64, i1 } %s7, 0
  %o7 = extractvalue { i64, i1 } %s7, 1
  %t7 = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %v7, i64 %k7)
  %u7 = extractvalue { i64, i1 } %t7, 0
  %e7 = extractvalue { i64, i1 } %t7, 1
  %c7 = or i1 %o7, %e7
  %k8 = zext i1 %c7 to i64
  %g7 = insertelement <8 x i64> %g6, i64 %u7, i32 7
  ret <8 x i64> %g7
}

; CHECK-LABEL: @processors(
; CHECK-NOT: addcarry
; CHECK: icmp ult <8 x i64>
; CHECK-NOT: addcarry
; CHECK: ret <8 x i64>
define <8 x i64> @processors(<8 x i64> %a, <8 x i64> %b) #0 {
  %x0 = extractelement <8 x i64> %a, i32 0
  %y0 = extractelement <8 x i64> %b, i32 0
  %s0 = call { i8, i64 } @llvm.x86.addcarry.64(i8 0, i64 %x0, i64 %y0)
  %c0 = extractvalue { i8, i64 } %s0, 0
  %u0 = extractvalue { i8, i64 } %s0, 1
  %g0 = insertelement <8 x i64> poison, i64 %u0, i32 0
  %x1 = extractelement <8 x i64> %a, i32 1
  %y1 = extractelement <8 x i64> %b, i32 1
  %s1 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c0, i64 %x1, i64 %y1)
  %c1 = extractvalue { i8, i64 } %s1, 0
  %u1 = extractvalue { i8, i64 } %s1, 1
  %g1 = insertelement <8 x i64> %g0, i64 %u1, i32 1
  %x2 = extractelement <8 x i64> %a, i32 2
  %y2 = extractelement <8 x i64> %b, i32 2
  %s2 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c1, i64 %x2, i64 %y2)
  %c2 = extractvalue { i8, i64 } %s2, 0
  %u2 = extractvalue { i8, i64 } %s2, 1
  %g2 = insertelement <8 x i64> %g1, i64 %u2, i32 2
  %x3 = extractelement <8 x i64> %a, i32 3
  %y3 = extractelement <8 x i64> %b, i32 3
  %s3 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c2, i64 %x3, i64 %y3)
  %c3 = extractvalue { i8, i64 } %s3, 0
  %u3 = extractvalue { i8, i64 } %s3, 1
  %g3 = insertelement <8 x i64> %g2, i64 %u3, i32 3
  %x4 = extractelement <8 x i64> %a, i32 4
  %y4 = extractelement <8 x i64> %b, i32 4
  %s4 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c3, i64 %x4, i64 %y4)
  %c4 = extractvalue { i8, i64 } %s4, 0
  %u4 = extractvalue { i8, i64 } %s4, 1
  %g4 = insertelement <8 x i64> %g3, i64 %u4, i32 4
  %x5 = extractelement <8 x i64> %a, i32 5
  %y5 = extractelement <8 x i64> %b, i32 5
  %s5 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c4, i64 %x5, i64 %y5)
  %c5 = extractvalue { i8, i64 } %s5, 0
  %u5 = extractvalue { i8, i64 } %s5, 1
  %g5 = insertelement <8 x i64> %g4, i64 %u5, i32 5
  %x6 = extractelement <8 x i64> %a, i32 6
  %y6 = extractelement <8 x i64> %b, i32 6
  %s6 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c5, i64 %x6, i64 %y6)
  %c6 = extractvalue { i8, i64 } %s6, 0
  %u6 = extractvalue { i8, i64 } %s6, 1
  %g6 = insertelement <8 x i64> %g5, i64 %u6, i32 6
  %x7 = extractelement <8 x i64> %a, i32 7
  %y7 = extractelement <8 x i64> %b, i32 7
  %s7 = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c6, i64 %x7, i64 %y7)
  %c7 = extractvalue { i8, i64 } %s7, 0
  %u7 = extractvalue { i8, i64 } %s7, 1
  %g7 = insertelement <8 x i64> %g6, i64 %u7, i32 7
  ret <8 x i64> %g7
}

; Without noalias a store may change the next word.
; CHECK-LABEL: @same_memory(
; CHECK: uadd.with.overflow.i64
; CHECK-NOT: <4 x i64>
; CHECK: ret i64
define i64 @same_memory(ptr %r, ptr %a, ptr %b) "target-cpu"="x86-64-v4" {
  %pa0 = getelementptr i8, ptr %a, i64 0
  %pb0 = getelementptr i8, ptr %b, i64 0
  %x0 = load i64, ptr %pa0
  %y0 = load i64, ptr %pb0
  %s0 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x0, i64 %y0)
  %v0 = extractvalue { i64, i1 } %s0, 0
  %o0 = extractvalue { i64, i1 } %s0, 1
  %k1 = zext i1 %o0 to i64
  %pr0 = getelementptr i8, ptr %r, i64 0
  store i64 %v0, ptr %pr0
  %pa1 = getelementptr i8, ptr %a, i64 8
  %pb1 = getelementptr i8, ptr %b, i64 8
  %x1 = load i64, ptr %pa1
  %y1 = load i64, ptr %pb1
  %s1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x1, i64 %y1)
  %v1 = extractvalue { i64, i1 } %s1, 0
  %o1 = extractvalue { i64, i1 } %s1, 1
  %t1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v1, i64 %k1)
  %u1 = extractvalue { i64, i1 } %t1, 0
  %e1 = extractvalue { i64, i1 } %t1, 1
  %c1 = or i1 %o1, %e1
  %k2 = zext i1 %c1 to i64
  %pr1 = getelementptr i8, ptr %r, i64 8
  store i64 %u1, ptr %pr1
  %pa2 = getelementptr i8, ptr %a, i64 16
  %pb2 = getelementptr i8, ptr %b, i64 16
  %x2 = load i64, ptr %pa2
  %y2 = load i64, ptr %pb2
  %s2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x2, i64 %y2)
  %v2 = extractvalue { i64, i1 } %s2, 0
  %o2 = extractvalue { i64, i1 } %s2, 1
  %t2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v2, i64 %k2)
  %u2 = extractvalue { i64, i1 } %t2, 0
  %e2 = extractvalue { i64, i1 } %t2, 1
  %c2 = or i1 %o2, %e2
  %k3 = zext i1 %c2 to i64
  %pr2 = getelementptr i8, ptr %r, i64 16
  store i64 %u2, ptr %pr2
  %pa3 = getelementptr i8, ptr %a, i64 24
  %pb3 = getelementptr i8, ptr %b, i64 24
  %x3 = load i64, ptr %pa3
  %y3 = load i64, ptr %pb3
  %s3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x3, i64 %y3)
  %v3 = extractvalue { i64, i1 } %s3, 0
  %o3 = extractvalue { i64, i1 } %s3, 1
  %t3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v3, i64 %k3)
  %u3 = extractvalue { i64, i1 } %t3, 0
  %e3 = extractvalue { i64, i1 } %t3, 1
  %c3 = or i1 %o3, %e3
  %k4 = zext i1 %c3 to i64
  %pr3 = getelementptr i8, ptr %r, i64 24
  store i64 %u3, ptr %pr3
  ret i64 %k4
}

; CHECK-LABEL: @volatile(
; CHECK: store volatile i64
; CHECK-NOT: <4 x i64>
; CHECK: ret i64
define i64 @volatile(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="x86-64-v4" {
  %pa0 = getelementptr i8, ptr %a, i64 0
  %pb0 = getelementptr i8, ptr %b, i64 0
  %x0 = load i64, ptr %pa0
  %y0 = load i64, ptr %pb0
  %s0 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x0, i64 %y0)
  %v0 = extractvalue { i64, i1 } %s0, 0
  %o0 = extractvalue { i64, i1 } %s0, 1
  %k1 = zext i1 %o0 to i64
  %pr0 = getelementptr i8, ptr %r, i64 0
  store volatile i64 %v0, ptr %pr0
  %pa1 = getelementptr i8, ptr %a, i64 8
  %pb1 = getelementptr i8, ptr %b, i64 8
  %x1 = load i64, ptr %pa1
  %y1 = load i64, ptr %pb1
  %s1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x1, i64 %y1)
  %v1 = extractvalue { i64, i1 } %s1, 0
  %o1 = extractvalue { i64, i1 } %s1, 1
  %t1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v1, i64 %k1)
  %u1 = extractvalue { i64, i1 } %t1, 0
  %e1 = extractvalue { i64, i1 } %t1, 1
  %c1 = or i1 %o1, %e1
  %k2 = zext i1 %c1 to i64
  %pr1 = getelementptr i8, ptr %r, i64 8
  store volatile i64 %u1, ptr %pr1
  %pa2 = getelementptr i8, ptr %a, i64 16
  %pb2 = getelementptr i8, ptr %b, i64 16
  %x2 = load i64, ptr %pa2
  %y2 = load i64, ptr %pb2
  %s2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x2, i64 %y2)
  %v2 = extractvalue { i64, i1 } %s2, 0
  %o2 = extractvalue { i64, i1 } %s2, 1
  %t2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v2, i64 %k2)
  %u2 = extractvalue { i64, i1 } %t2, 0
  %e2 = extractvalue { i64, i1 } %t2, 1
  %c2 = or i1 %o2, %e2
  %k3 = zext i1 %c2 to i64
  %pr2 = getelementptr i8, ptr %r, i64 16
  store volatile i64 %u2, ptr %pr2
  %pa3 = getelementptr i8, ptr %a, i64 24
  %pb3 = getelementptr i8, ptr %b, i64 24
  %x3 = load i64, ptr %pa3
  %y3 = load i64, ptr %pb3
  %s3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x3, i64 %y3)
  %v3 = extractvalue { i64, i1 } %s3, 0
  %o3 = extractvalue { i64, i1 } %s3, 1
  %t3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v3, i64 %k3)
  %u3 = extractvalue { i64, i1 } %t3, 0
  %e3 = extractvalue { i64, i1 } %t3, 1
  %c3 = or i1 %o3, %e3
  %k4 = zext i1 %c3 to i64
  %pr3 = getelementptr i8, ptr %r, i64 24
  store volatile i64 %u3, ptr %pr3
  ret i64 %k4
}

; CHECK-LABEL: @few(
; CHECK-NOT: x i64>
; CHECK: ret i64
define i64 @few(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="x86-64-v4" {
  %pa0 = getelementptr i8, ptr %a, i64 0
  %pb0 = getelementptr i8, ptr %b, i64 0
  %x0 = load i64, ptr %pa0
  %y0 = load i64, ptr %pb0
  %s0 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x0, i64 %y0)
  %v0 = extractvalue { i64, i1 } %s0, 0
  %o0 = extractvalue { i64, i1 } %s0, 1
  %k1 = zext i1 %o0 to i64
  %pr0 = getelementptr i8, ptr %r, i64 0
  store i64 %v0, ptr %pr0
  %pa1 = getelementptr i8, ptr %a, i64 8
  %pb1 = getelementptr i8, ptr %b, i64 8
  %x1 = load i64, ptr %pa1
  %y1 = load i64, ptr %pb1
  %s1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x1, i64 %y1)
  %v1 = extractvalue { i64, i1 } %s1, 0
  %o1 = extractvalue { i64, i1 } %s1, 1
  %t1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v1, i64 %k1)
  %u1 = extractvalue { i64, i1 } %t1, 0
  %e1 = extractvalue { i64, i1 } %t1, 1
  %c1 = or i1 %o1, %e1
  %k2 = zext i1 %c1 to i64
  %pr1 = getelementptr i8, ptr %r, i64 8
  store i64 %u1, ptr %pr1
  %pa2 = getelementptr i8, ptr %a, i64 16
  %pb2 = getelementptr i8, ptr %b, i64 16
  %x2 = load i64, ptr %pa2
  %y2 = load i64, ptr %pb2
  %s2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x2, i64 %y2)
  %v2 = extractvalue { i64, i1 } %s2, 0
  %o2 = extractvalue { i64, i1 } %s2, 1
  %t2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v2, i64 %k2)
  %u2 = extractvalue { i64, i1 } %t2, 0
  %e2 = extractvalue { i64, i1 } %t2, 1
  %c2 = or i1 %o2, %e2
  %k3 = zext i1 %c2 to i64
  %pr2 = getelementptr i8, ptr %r, i64 16
  store i64 %u2, ptr %pr2
  ret i64 %k3
}

; The second carry is wanted by others, too: of five words the upper three are too few.
; CHECK-LABEL: @wanted(
; CHECK-NOT: x i64>
; CHECK: ret i64
define i64 @wanted(ptr noalias %r, ptr %a, ptr %b) "target-cpu"="x86-64-v4" {
  %pa0 = getelementptr i8, ptr %a, i64 0
  %pb0 = getelementptr i8, ptr %b, i64 0
  %x0 = load i64, ptr %pa0
  %y0 = load i64, ptr %pb0
  %s0 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x0, i64 %y0)
  %v0 = extractvalue { i64, i1 } %s0, 0
  %o0 = extractvalue { i64, i1 } %s0, 1
  %k1 = zext i1 %o0 to i64
  %pr0 = getelementptr i8, ptr %r, i64 0
  store i64 %v0, ptr %pr0
  %pa1 = getelementptr i8, ptr %a, i64 8
  %pb1 = getelementptr i8, ptr %b, i64 8
  %x1 = load i64, ptr %pa1
  %y1 = load i64, ptr %pb1
  %s1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x1, i64 %y1)
  %v1 = extractvalue { i64, i1 } %s1, 0
  %o1 = extractvalue { i64, i1 } %s1, 1
  %t1 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v1, i64 %k1)
  %u1 = extractvalue { i64, i1 } %t1, 0
  %e1 = extractvalue { i64, i1 } %t1, 1
  %c1 = or i1 %o1, %e1
  %k2 = zext i1 %c1 to i64
  %pr1 = getelementptr i8, ptr %r, i64 8
  store i64 %u1, ptr %pr1
  %pa2 = getelementptr i8, ptr %a, i64 16
  %pb2 = getelementptr i8, ptr %b, i64 16
  %x2 = load i64, ptr %pa2
  %y2 = load i64, ptr %pb2
  %s2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x2, i64 %y2)
  %v2 = extractvalue { i64, i1 } %s2, 0
  %o2 = extractvalue { i64, i1 } %s2, 1
  %t2 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v2, i64 %k2)
  %u2 = extractvalue { i64, i1 } %t2, 0
  %e2 = extractvalue { i64, i1 } %t2, 1
  %c2 = or i1 %o2, %e2
  %k3 = zext i1 %c2 to i64
  %pr2 = getelementptr i8, ptr %r, i64 16
  store i64 %u2, ptr %pr2
  %pa3 = getelementptr i8, ptr %a, i64 24
  %pb3 = getelementptr i8, ptr %b, i64 24
  %x3 = load i64, ptr %pa3
  %y3 = load i64, ptr %pb3
  %s3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x3, i64 %y3)
  %v3 = extractvalue { i64, i1 } %s3, 0
  %o3 = extractvalue { i64, i1 } %s3, 1
  %t3 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v3, i64 %k3)
  %u3 = extractvalue { i64, i1 } %t3, 0
  %e3 = extractvalue { i64, i1 } %t3, 1
  %c3 = or i1 %o3, %e3
  %k4 = zext i1 %c3 to i64
  %pr3 = getelementptr i8, ptr %r, i64 24
  store i64 %u3, ptr %pr3
  %pa4 = getelementptr i8, ptr %a, i64 32
  %pb4 = getelementptr i8, ptr %b, i64 32
  %x4 = load i64, ptr %pa4
  %y4 = load i64, ptr %pb4
  %s4 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x4, i64 %y4)
  %v4 = extractvalue { i64, i1 } %s4, 0
  %o4 = extractvalue { i64, i1 } %s4, 1
  %t4 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %v4, i64 %k4)
  %u4 = extractvalue { i64, i1 } %t4, 0
  %e4 = extractvalue { i64, i1 } %t4, 1
  %c4 = or i1 %o4, %e4
  %k5 = zext i1 %c4 to i64
  %pr4 = getelementptr i8, ptr %r, i64 32
  store i64 %u4, ptr %pr4
  %z = add i64 %k5, %k2
  ret i64 %z
}

declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i8, i64 } @llvm.x86.addcarry.64(i8, i64, i64)
attributes #0 = { "target-cpu"="icelake-server" "min-legal-vector-width"="512" }
