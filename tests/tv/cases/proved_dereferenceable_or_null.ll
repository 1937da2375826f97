; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where it is not null.
; TV: proved
define i32 @f(ptr noundef align 4 dereferenceable_or_null(4) %p, i1 noundef %c) {
  %n = icmp ne ptr %p, null
  br i1 %n, label %t, label %b
t:
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr %p
  ret i32 %x
b:
  ret i32 0
}
; ---- after ----
define i32 @f(ptr noundef align 4 dereferenceable_or_null(4) %p, i1 noundef %c) {
  %n = icmp eq ptr %p, null
  br i1 %n, label %b, label %a
a:
  %x = load i32, ptr %p
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
b:
  ret i32 0
}
