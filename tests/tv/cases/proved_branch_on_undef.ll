; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A branch on undef has no behaviour: the second function may do anything.
; TV: proved
define i8 @f(i8 noundef %c) {
  %u = and i8 undef, %c
  %v = icmp eq i8 %u, %c
  %w = or i8 %c, 1
  %z = icmp eq i8 %w, 0
  %n = or i1 %v, %z
  %o = icmp ne i8 %c, 0
  br i1 %o, label %a, label %b
a:
  br i1 %n, label %b, label %d
b:
  ret i8 1
d:
  ret i8 2
}
; ---- after ----
define i8 @f(i8 noundef %c) {
  %o = icmp ne i8 %c, 0
  %r = select i1 %o, i8 77, i8 1
  ret i8 %r
}
