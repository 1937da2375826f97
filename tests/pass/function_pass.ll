; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The pass on single functions makes what it makes of them in a module, between other passes, too.
; Where it tries things on copies of a function (prepare.c), it leaves no copy behind, and no
; declaration that nobody needs.
; RUN: %load -passes="lanesmith,verify" %s -o %t.module
; RUN: %load -passes="function(lanesmith),verify" %s -o %t.each
; RUN: diff %t.module %t.each
; RUN: %load -passes="cgscc(function(lanesmith)),verify" %s -o %t.groups
; RUN: diff %t.module %t.groups
; RUN: %load -passes="early-cse,lanesmith,instcombine" %s | %check %s

; CHECK-LABEL: @add(
; CHECK-NOT: <64 x i2>
; CHECK: ret void
define void @add(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}

; Nothing to do: the same text as before.
; CHECK-LABEL: @plain(
; CHECK-NEXT: add i32
define i32 @plain(i32 %a) {
  %c = add i32 %a, 3
  ret i32 %c
}

; CHECK-LABEL: @overflow(
; CHECK-NOT: with.overflow
; CHECK: ret void
define void @overflow(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %s = call { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %b)
  %v = extractvalue { <64 x i2>, <64 x i1> } %s, 0
  store <64 x i2> %v, ptr %p
  ret void
}

; CHECK-LABEL: @count(
; CHECK: ret i32
define i32 @count(ptr %p, ptr %q) "target-cpu"="x86-64-v3" {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %k = icmp ne <32 x i2> %a, %b
  %z = bitcast <32 x i1> %k to i32
  %n = call i32 @llvm.ctpop.i32(i32 %z)
  %m = call i32 @plain(i32 %n)
  ret i32 %m
}

declare { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2>, <64 x i2>)
declare i32 @llvm.ctpop.i32(i32)
