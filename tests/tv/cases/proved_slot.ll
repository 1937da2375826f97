; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A slot on the stack is nobody else's.
; TV: proved
define i32 @f(ptr %p, i32 %a) {
  %s = alloca i32
  store i32 %a, ptr %s
  store i32 7, ptr %p, align 1
  %x = load i32, ptr %s
  ret i32 %x
}
; ---- after ----
define i32 @f(ptr %p, i32 %a) {
  store i32 7, ptr %p, align 1
  ret i32 %a
}
