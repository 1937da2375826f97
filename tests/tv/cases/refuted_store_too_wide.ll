; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Four bytes written for two.
; TV: refuted
; SAYS: writes where the first does not
define void @f(ptr %p) {
  store i16 7, ptr %p, align 1
  ret void
}
; ---- after ----
define void @f(ptr %p) {
  store i32 7, ptr %p, align 1
  ret void
}
