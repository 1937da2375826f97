; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where it may be null.
; TV: refuted
define i32 @f(ptr noundef align 4 dereferenceable_or_null(4) %p, i1 noundef %c) {
  ret i32 0
}
; ---- after ----
define i32 @f(ptr noundef align 4 dereferenceable_or_null(4) %p, i1 noundef %c) {
  %x = load i32, ptr %p
  %y = and i32 %x, 0
  ret i32 %y
}
