; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A readonly argument must not become one that is written to.
; TV: refuted
; SAYS: undefined behaviour
define void @f(ptr readonly noundef %p, ptr noundef %q) {
  %x = load i8, ptr %p
  store i8 %x, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr readonly noundef %p, ptr noundef %q) {
  %x = load i8, ptr %p
  store i8 %x, ptr %q
  %y = icmp eq ptr %p, %q
  br i1 %y, label %a, label %b
a:
  store i8 %x, ptr %p
  ret void
b:
  ret void
}
