; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What a call sees in memory.
; TV: refuted
define void @f(ptr %p) {
  store i8 1, ptr %p
  call void @h(i8 0)
  store i8 2, ptr %p
  ret void
}
declare i8 @g(i8)
declare void @h(i8)
; ---- after ----
define void @f(ptr %p) {
  store i8 2, ptr %p
  call void @h(i8 0)
  store i8 2, ptr %p
  ret void
}
declare i8 @g(i8)
declare void @h(i8)
