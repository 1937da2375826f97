; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Bitcasts of vectors that are split: cut and joined by shuffles of 64-bit words, not field by field.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -mcpu=x86-64 | %at-most 40

; CHECK-LABEL: @wide(
; CHECK: shufflevector <8 x i64>
; CHECK-NOT: i2>
; CHECK: ret <8 x i64>
define <8 x i64> @wide(<8 x i64> noundef %x, <8 x i64> noundef %y) {
  %a = bitcast <8 x i64> %x to <256 x i2>
  %b = bitcast <8 x i64> %y to <256 x i2>
  %c = add <256 x i2> %a, %b
  %z = bitcast <256 x i2> %c to <8 x i64>
  ret <8 x i64> %z
}
