; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call may write to memory.
; TV: refuted
; SAYS: reads where the first does not
define i8 @f(ptr %p) {
  call void @h(i8 0)
  %x = load i8, ptr %p
  ret i8 %x
}
declare i8 @g(i8)
declare void @h(i8)
; ---- after ----
define i8 @f(ptr %p) {
  %x = load i8, ptr %p
  call void @h(i8 0)
  ret i8 %x
}
declare i8 @g(i8)
declare void @h(i8)
