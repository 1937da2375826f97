; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Four sums of the same operands, one by one and as a vector.
; TV: proved
define void @f(ptr noalias %p, ptr noalias %q) {
  %p1 = getelementptr float, ptr %p, i64 1
  %q1 = getelementptr float, ptr %q, i64 1
  %a = load float, ptr %p
  %b = load float, ptr %q
  %c = load float, ptr %p1
  %d = load float, ptr %q1
  %s = fadd float %a, %b
  %t = fadd float %c, %d
  store float %s, ptr %p
  store float %t, ptr %p1
  ret void
}
; ---- after ----
define void @f(ptr noalias %p, ptr noalias %q) {
  %a = load <2 x float>, ptr %p, align 4
  %b = load <2 x float>, ptr %q, align 4
  %s = fadd <2 x float> %b, %a
  store <2 x float> %s, ptr %p, align 4
  ret void
}
