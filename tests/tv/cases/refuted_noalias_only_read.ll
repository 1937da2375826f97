; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; noalias says nothing of memory that nobody writes to.
; TV: refuted
define i1 @f(ptr noalias noundef %p, ptr noundef %q) {
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %z = add i32 %x, %y
  %r = icmp eq ptr %p, %q
  ret i1 %r
}
; ---- after ----
define i1 @f(ptr noalias noundef %p, ptr noundef %q) {
  ret i1 false
}
