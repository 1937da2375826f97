; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The second function reads by q what the first reads by p, and q is written to where p is not.
; TV: unknown
; SAYS: another argument
define i32 @f(ptr noalias noundef %p, ptr noundef %q) {
  %x = load i32, ptr %p
  ret i32 %x
}
; ---- after ----
define i32 @f(ptr noalias noundef %p, ptr noundef %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %a, label %b
a:
  %y = load i32, ptr %q
  ret i32 %y
b:
  %x = load i32, ptr %p
  ret i32 %x
}
