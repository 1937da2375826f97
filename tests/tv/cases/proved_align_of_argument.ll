; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The alignment of an argument is that of its accesses.
; TV: proved
define i64 @f(ptr noundef align 16 %p) {
  %x = load i64, ptr %p, align 1
  ret i64 %x
}
; ---- after ----
define i64 @f(ptr noundef align 16 %p) {
  %x = load i64, ptr %p, align 16
  ret i64 %x
}
