; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Operands that are equal, though other terms.
; TV: proved
define float @f(i32 noundef %a, float noundef %b) {
  %x = shl i32 %a, 1
  %y = bitcast i32 %x to float
  %r = fmul float %y, %b
  ret float %r
}
; ---- after ----
define float @f(i32 noundef %a, float noundef %b) {
  %x = mul i32 %a, 2
  %y = bitcast i32 %x to float
  %r = fmul float %b, %y
  ret float %r
}
