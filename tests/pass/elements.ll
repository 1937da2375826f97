; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Elements at fixed and variable places.
; RUN: %lower %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %llc -O2 -mcpu=x86-64 | %at-most 32
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v2 %s | %llc -O2 -mcpu=x86-64-v2 | %at-most 32
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %llc -O2 -mcpu=x86-64-v3 | %at-most 32
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 -mcpu=x86-64-v4 | %at-most 32
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 -mcpu=icelake-server | %at-most 32

; CHECK-LABEL: @fixed(
; CHECK: extractelement <2 x i64> {{.*}}, i32 1
; CHECK: insertelement <2 x i64>
define void @fixed(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %e = extractelement <64 x i2> %a, i32 40
  %b = insertelement <64 x i2> %a, i2 %e, i64 3
  store <64 x i2> %b, ptr %q
  ret void
}

; CHECK-LABEL: @variable(
; CHECK: extractelement <16 x i8>
define i4 @variable(ptr %p, i64 %i) {
  %a = load <32 x i4>, ptr %p
  %e = extractelement <32 x i4> %a, i64 %i
  ret i4 %e
}

; CHECK-LABEL: @variable_in(
; CHECK: insertelement <16 x i8>
define void @variable_in(ptr %p, i8 %i, i4 %e) {
  %a = load <32 x i4>, ptr %p
  %b = insertelement <32 x i4> %a, i4 %e, i8 %i
  store <32 x i4> %b, ptr %p
  ret void
}

; The element may be poison: it is frozen, its neighbours are not concerned.
; CHECK-LABEL: @integer(
; CHECK: freeze i2
; CHECK-NOT: <16 x i2>
define void @integer(ptr %p, i32 %i, i2 %e) {
  %a = load <16 x i2>, ptr %p
  %x = extractelement <16 x i2> %a, i32 %i
  %y = xor i2 %x, %e
  %b = insertelement <16 x i2> %a, i2 %y, i32 %i
  store <16 x i2> %b, ptr %p
  ret void
}

; CHECK-LABEL: @built(
; CHECK-NOT: <4 x i4>
define void @built(ptr %p, i4 %a, i4 %b, i4 %c, i4 %d) "lanesmith"="always" {
  %1 = insertelement <4 x i4> poison, i4 %a, i32 0
  %2 = insertelement <4 x i4> %1, i4 %b, i32 1
  %3 = insertelement <4 x i4> %2, i4 %c, i32 2
  %4 = insertelement <4 x i4> %3, i4 %d, i32 3
  store <4 x i4> %4, ptr %p
  ret void
}
