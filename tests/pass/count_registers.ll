; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Compares of two registers whose bits are only counted: laid together register by register, then half by half.
; RUN: %lower %s | %check %s

; CHECK-NOT: icmp

; CHECK-LABEL: @shades(
; CHECK: and <2 x i64> %{{.*}}, {{splat \(i64 -8608480567731124088\)|<i64 -8608480567731124088, i64 -8608480567731124088>}}
; CHECK: lshr <2 x i64> %{{.*}}, {{splat \(i64 1\)|<i64 1, i64 1>}}
; CHECK: lshr i64 %{{.*}}, 2
; CHECK: call i64 @llvm.ctpop.i64
define i64 @shades(ptr %p) "target-cpu"="x86-64-v2" {
  %a = load <64 x i4>, ptr %p
  %k = icmp eq <64 x i4> %a, splat (i4 5)
  %z = bitcast <64 x i1> %k to i64
  %n = call i64 @llvm.ctpop.i64(i64 %z)
  ret i64 %n
}

declare i64 @llvm.ctpop.i64(i64)
