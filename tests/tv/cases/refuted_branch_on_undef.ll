; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A branch on undef has no behaviour.
; TV: refuted
define i8 @f(i1 noundef %c) {
  %r = select i1 %c, i8 1, i8 1
  ret i8 %r
}
; ---- after ----
define i8 @f(i1 noundef %c) {
  %u = icmp eq i8 undef, 3
  br i1 %u, label %a, label %b
a:
  ret i8 1
b:
  ret i8 1
}
