; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Single bits that mask registers hold: code that is left keeps its load, and is not given a number that has to go there by way of a
; general register. Logic of two such numbers' bits, which LLVM builds of the additions here, its combiner turned to and fro for ever.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | timeout 100 %llc -O2 -mcpu=x86-64-v4 -o /dev/null

; CHECK-LABEL: @shared(
; CHECK-DAG: load <16 x i1>, ptr %p
; CHECK-DAG: load i16, ptr %p
; CHECK-DAG: load <16 x i1>, ptr %q
; CHECK-DAG: load i16, ptr %q
; CHECK: sext <16 x i1> %a
define i16 @shared(ptr %p, ptr %q, ptr %r, ptr %s) "lanesmith"="always" {
  %a = load <16 x i1>, ptr %p
  %b = load <16 x i1>, ptr %q
  %c = xor <16 x i1> %a, %b
  %n = bitcast <16 x i1> %c to i16
  %d = shufflevector <16 x i1> %c, <16 x i1> poison, <16 x i32> zeroinitializer
  store <16 x i1> %d, ptr %r
  %x = sext <16 x i1> %a to <16 x i8>
  %y = sext <16 x i1> %b to <16 x i8>
  %z = add <16 x i8> %x, %y
  %t = trunc <16 x i8> %z to <16 x i1>
  %u = zext <16 x i1> %t to <16 x i6>
  store <16 x i6> %u, ptr %s
  ret i16 %n
}

; What is loaded in a loop for both, and for lowered code alone.
; CHECK-LABEL: @in_loop(
; CHECK: loop:
; CHECK: load <8 x i1>
; CHECK: load i32
; CHECK-NOT: load <32 x i1>
; CHECK: ret
define <8 x i8> @in_loop(ptr %p, ptr %q, i64 %n) "lanesmith"="always" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi <8 x i1> [ zeroinitializer, %entry ], [ %t, %loop ]
  %k = phi <32 x i1> [ zeroinitializer, %entry ], [ %m, %loop ]
  %sum = phi <8 x i8> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = getelementptr i8, ptr %p, i64 %i
  %a = load <8 x i1>, ptr %at
  %t = xor <8 x i1> %s, %a
  %to = getelementptr i32, ptr %q, i64 %i
  %l = load <32 x i1>, ptr %to
  %m = and <32 x i1> %k, %l
  store <32 x i1> %m, ptr %to
  store <8 x i1> %t, ptr %at
  %w = zext <8 x i1> %a to <8 x i8>
  %more = add <8 x i8> %sum, %w
  %j = add i64 %i, 1
  %again = icmp ult i64 %j, %n
  br i1 %again, label %loop, label %done
done:
  ret <8 x i8> %more
}
