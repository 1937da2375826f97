; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Modules for WebAssembly are lowered with what that set has, in functions that have its feature: no
; intrinsic of another processor, few instructions. A function without the feature stays.
; RUN: %lower %s -o %t.ll
; RUN: %check %s < %t.ll
; RUN: %llc -O2 %t.ll -o %t.s
; RUN: sed -n '/^add:/,/end_function/p' %t.s | %at-most 22
; RUN: sed -n '/^mul:/,/end_function/p' %t.s | %at-most 39
; RUN: sed -n '/^even:/,/end_function/p' %t.s | %at-most 22
; RUN: sed -n '/^dot:/,/end_function/p' %t.s | %at-most 70
target triple = "wasm32-unknown-unknown"

; CHECK-NOT: llvm.x86
; CHECK-NOT: llvm.aarch64
; CHECK-LABEL: @add
; CHECK-NOT: x i2>
; CHECK: ret void
define void @add(ptr %p, ptr %q, ptr %r) "target-features"="+simd128" {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-LABEL: @mul
; CHECK: llvm.wasm.bitselect
define void @mul(ptr %p, ptr %q, ptr %r) #0 {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = mul <32 x i4> %a, %b
  store <32 x i4> %c, ptr %r
  ret void
}

define void @even(ptr %p, ptr %q, ptr %r) "target-cpu"="bleeding-edge" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i4>, ptr %q
  %c = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62>
  store <32 x i4> %c, ptr %r
  ret void
}

; Products are added in pairs by the instruction that this set has.
define i32 @dot(ptr %p, ptr %q) "target-features"="+simd128" {
  %a = load <32 x i4>, ptr %p
  %b = load <32 x i8>, ptr %q
  %x = sext <32 x i4> %a to <32 x i32>
  %y = sext <32 x i8> %b to <32 x i32>
  %m = mul <32 x i32> %x, %y
  %s = call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %m)
  ret i32 %s
}

; CHECK-LABEL: @plain
; CHECK: add <64 x i2>
define void @plain(ptr %p, ptr %q, ptr %r) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %r
  ret void
}

; CHECK-NOT: llvm.x86
declare i32 @llvm.vector.reduce.add.v32i32(<32 x i32>)

attributes #0 = { "target-cpu"="generic" "target-features"="+simd128,+sign-ext" }
