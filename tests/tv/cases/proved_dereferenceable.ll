; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is dereferenceable may be read where the first function does not.
; TV: proved
define i32 @f(ptr dereferenceable(8) align 4 %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  %g = getelementptr i8, ptr %p, i64 4
  %x = load i32, ptr %g
  ret i32 %x
b:
  ret i32 0
}
; ---- after ----
define i32 @f(ptr dereferenceable(8) align 4 %p, i1 noundef %c) {
  %g = getelementptr i8, ptr %p, i64 4
  %x = load i32, ptr %g
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}
