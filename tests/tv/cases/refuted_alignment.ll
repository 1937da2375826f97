; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An alignment that nobody promised.
; TV: refuted
; SAYS: undefined behaviour
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 1
  ret i32 %x
}
; ---- after ----
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4
  ret i32 %x
}
