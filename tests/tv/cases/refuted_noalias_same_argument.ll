; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses based on the same noalias argument may be equal.
; TV: refuted
define i32 @f(ptr noalias %p, i64 noundef %i) {
  %g = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %p
  store i32 1, ptr %g
  %y = load i32, ptr %p
  %r = add i32 %x, %y
  ret i32 %r
}
; ---- after ----
define i32 @f(ptr noalias %p, i64 noundef %i) {
  %g = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %p
  store i32 1, ptr %g
  %r = shl i32 %x, 1
  ret i32 %r
}
