; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Differences do not commute.
; TV: refuted
define double @f(double noundef %a, double noundef %b) {
  %r = fsub double %a, %b
  ret double %r
}
; ---- after ----
define double @f(double noundef %a, double noundef %b) {
  %r = fsub double %b, %a
  ret double %r
}
