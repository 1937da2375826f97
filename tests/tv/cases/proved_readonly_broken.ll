; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store by a readonly argument has no behaviour.
; TV: proved
define i32 @f(ptr readonly %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  ret i32 1
b:
  ret i32 2
}
; ---- after ----
define i32 @f(ptr readonly %p, i1 noundef %c) {
  ret i32 2
}
