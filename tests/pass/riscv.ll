; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Modules for RISC-V are lowered with what that set has, in functions that have its feature: no
; intrinsic of another processor, few instructions. A function without the feature stays.
; RUN: %lower %s -o %t.ll
; RUN: %check %s < %t.ll
; RUN: %llc -O2 %t.ll -o %t.s
; RUN: sed -n '/^add:/,/Lfunc_end/p' %t.s | %at-most 16
; RUN: sed -n '/^min:/,/Lfunc_end/p' %t.s | %at-most 22
; RUN: sed -n '/^even:/,/Lfunc_end/p' %t.s | %at-most 26
target triple = "riscv64-unknown-linux-gnu"

; CHECK-NOT: llvm.x86
; CHECK-NOT: llvm.aarch64
; CHECK-NOT: llvm.wasm
; CHECK-LABEL: @add
; CHECK-NOT: x i2>
; CHECK: ret void
define void @add(ptr %p, ptr %q, ptr %r) vscale_range(2,2) "target-features"="+m,+v" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; What says nothing of the registers' length gets the same.
; CHECK-LABEL: @min
; CHECK-NOT: x i4>
; CHECK: ret void
define void @min(ptr %p, ptr %q, ptr %r) #0 {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = call <32 x i4> @llvm.umin.v32i4(<32 x i4> %a, <32 x i4> %b)
  store <32 x i4> %c, ptr %r
  ret void
}

define void @even(ptr %p, ptr %q, ptr %r) vscale_range(2,2) "target-features"="+m,+v" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62>
  store <32 x i4> %c, ptr %r
  ret void
}

; CHECK-LABEL: @plain
; CHECK: add <64 x i2>
define void @plain(ptr %p, ptr %q, ptr %r) "target-features"="+m" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-NOT: llvm.x86
; CHECK-NOT: llvm.aarch64
; CHECK-NOT: llvm.wasm
declare <32 x i4> @llvm.umin.v32i4(<32 x i4>, <32 x i4>)

attributes #0 = { "target-cpu"="generic-rv64" "target-features"="+m,+a,+f,+d,+c,+v" }
