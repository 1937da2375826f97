; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Comparisons, also of zeros with signs and of NaNs; negation, fabs and copysign are bits.
; TV: proved
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
define i1 @f(float noundef %a, float noundef %b) {
  %n = fneg float %a
  %x = fcmp ogt float %n, %b
  %c = call float @llvm.copysign.f32(float %a, float 1.0)
  %d = call float @llvm.fabs.f32(float %b)
  %y = fcmp ueq float %c, %d
  %r = and i1 %x, %y
  ret i1 %r
}
; ---- after ----
define i1 @f(float noundef %a, float noundef %b) {
  %i = bitcast float %a to i32
  %j = bitcast float %b to i32
  %m = xor i32 %i, -2147483648
  %n = bitcast i32 %m to float
  %x = fcmp olt float %b, %n
  %k = and i32 %i, 2147483647
  %l = and i32 %j, 2147483647
  %y = icmp eq i32 %k, %l
  %nan = fcmp uno float %a, %b
  %e = or i1 %y, %nan
  %r = and i1 %x, %e
  ret i1 %r
}
