; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Elements at an index that is not there are poison: left to LLVM, and counted.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK: 3 lanesmith - left: elements at an index out of range or too wide
; CHECK-LABEL: @take(
; CHECK: extractelement <64 x i2> {{.*}}, i32 64
define i2 @take(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %b = add <64 x i2> %a, %a
  store <64 x i2> %b, ptr %p
  %e = extractelement <64 x i2> %b, i32 64
  ret i2 %e
}

; CHECK-LABEL: @put(
; CHECK: insertelement <64 x i2> {{.*}}, i64 -1
define void @put(ptr %p, i2 %e) {
  %a = load <64 x i2>, ptr %p
  %b = insertelement <64 x i2> %a, i2 %e, i64 -1
  store <64 x i2> %b, ptr %p
  ret void
}

; CHECK-LABEL: @wide(
; CHECK: extractelement <64 x i2> {{.*}}, i128 18446744073709551616
define i2 @wide(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %e = extractelement <64 x i2> %a, i128 18446744073709551616
  ret i2 %e
}
