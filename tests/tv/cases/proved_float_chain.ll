; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The same operations on the same operands, in all formats, with constants; sums and products with operands exchanged.
; TV: proved
declare double @llvm.sqrt.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.minnum.f32(float, float)
declare void @use(double, float, half, bfloat)
define void @f(double %a, double %b, float %c, half %d, bfloat %e) {
  %1 = fmul double %a, 3.0
  %2 = fdiv double %1, %b
  %3 = call double @llvm.sqrt.f64(double %2)
  %4 = call double @llvm.fma.f64(double %3, double %a, double %b)
  %5 = call float @llvm.minnum.f32(float %c, float 1.0)
  %6 = fsub half %d, 1.5
  %7 = frem bfloat %e, 1.0
  call void @use(double %4, float %5, half %6, bfloat %7)
  ret void
}
; ---- after ----
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.minnum.f32(float, float)
declare void @use(double, float, half, bfloat)
define void @f(double %a, double %b, float %c, half %d, bfloat %e) {
  %1 = fmul double 3.0, %a
  %2 = fdiv double %1, %b
  %v = insertelement <2 x double> zeroinitializer, double %2, i32 1
  %w = call <2 x double> @llvm.sqrt.v2f64(<2 x double> %v)
  %3 = extractelement <2 x double> %w, i32 1
  %4 = call double @llvm.fma.f64(double %a, double %3, double %b)
  %5 = call float @llvm.minnum.f32(float 1.0, float %c)
  %6 = fsub half %d, 1.5
  %7 = frem bfloat %e, 1.0
  call void @use(double %4, float %5, half %6, bfloat %7)
  ret void
}
