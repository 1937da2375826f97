; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The second half of a vector is stored a byte too far.
; TV: refuted
; SAYS: writes where
define void @f(ptr %p) {
  store i64 1, ptr %p, align 1
  ret void
}
; ---- after ----
define void @f(ptr %p) {
  store i32 1, ptr %p, align 1
  %q = getelementptr i8, ptr %p, i64 5
  store i32 0, ptr %q, align 1
  ret void
}
