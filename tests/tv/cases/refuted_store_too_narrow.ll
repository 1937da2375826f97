; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two bytes written for four.
; TV: refuted
; SAYS: memory
define void @f(ptr %p) {
  store i32 458759, ptr %p, align 1
  ret void
}
; ---- after ----
define void @f(ptr %p) {
  store i16 7, ptr %p, align 1
  ret void
}
