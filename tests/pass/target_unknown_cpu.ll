; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A CPU that LLVM does not know, or one without SSE2: left, and counted.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: 2 lanesmith - functions left: no table for their target
; CHECK-LABEL: @unknown(
; CHECK: add <64 x i2>
define void @unknown(ptr %p) "target-cpu"="pdp11" {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @without_sse2(
; CHECK: add <64 x i2>
define void @without_sse2(ptr %p) "target-features"="-sse2" {
  %a = load <64 x i2>, ptr %p
  %c = add <64 x i2> %a, %a
  store <64 x i2> %c, ptr %p
  ret void
}
