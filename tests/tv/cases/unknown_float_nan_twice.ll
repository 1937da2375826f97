; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is computed twice may be two NaNs.
; TV: unknown
define i32 @f(float noundef %a, float noundef %b) {
  %s = fadd float %a, %b
  %x = bitcast float %s to i32
  %y = bitcast float %s to i32
  %r = sub i32 %x, %y
  ret i32 %r
}
; ---- after ----
define i32 @f(float noundef %a, float noundef %b) {
  %s = fadd float %a, %b
  %t = fadd float %a, %b
  %x = bitcast float %s to i32
  %y = bitcast float %t to i32
  %r = sub i32 %x, %y
  ret i32 %r
}
