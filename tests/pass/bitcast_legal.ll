; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Bitcasts from and to types that LLVM holds legal: frozen at that type, since poison spreads no further there.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 12

; CHECK-LABEL: @vector(
; CHECK: freeze <16 x i8> %x
; CHECK: freeze <2 x i64> %y
; CHECK-NOT: i2>
; CHECK: ret <4 x i32>
define <4 x i32> @vector(<16 x i8> %x, <2 x i64> %y) {
  %a = bitcast <16 x i8> %x to <64 x i2>
  %b = bitcast <2 x i64> %y to <64 x i2>
  %c = add <64 x i2> %a, %b
  %z = bitcast <64 x i2> %c to <4 x i32>
  ret <4 x i32> %z
}

; CHECK-LABEL: @scalar(
; CHECK: freeze i64 %x
; CHECK-NOT: i2>
; CHECK: ret i64
define i64 @scalar(i64 %x, i64 noundef %y) {
  %a = bitcast i64 %x to <32 x i2>
  %b = bitcast i64 %y to <32 x i2>
  %c = add <32 x i2> %a, %b
  %z = bitcast <32 x i2> %c to i64
  ret i64 %z
}
