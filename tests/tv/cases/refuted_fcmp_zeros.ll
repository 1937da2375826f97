; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Zeros of both signs are equal.
; TV: refuted
define i1 @f(float noundef %a, float noundef %b) {
  %c = fcmp oeq float %a, %b
  ret i1 %c
}
; ---- after ----
define i1 @f(float noundef %a, float noundef %b) {
  %x = bitcast float %a to i32
  %y = bitcast float %b to i32
  %e = icmp eq i32 %x, %y
  %o = fcmp ord float %a, %b
  %c = and i1 %e, %o
  ret i1 %c
}
