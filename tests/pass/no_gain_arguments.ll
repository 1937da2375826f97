; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where fields come as arguments and go as a result they lie one in an element already: LLVM adds them as bytes.
; Packing them first would cost hundreds of instructions, so the function is left.
; RUN: %opt %s -o %t.before
; RUN: %lower -lanesmith-stats %s -o %t.after 2>%t.stats
; RUN: diff %t.before %t.after
; RUN: %check %s < %t.stats

; CHECK: 1 lanesmith - left: nothing to gain
define <64 x i2> @add(<64 x i2> %a, <64 x i2> %b) {
  %c = add <64 x i2> %a, %b
  ret <64 x i2> %c
}
