; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A writeonly argument must not be read, though it is written to.
; TV: refuted
define void @f(ptr writeonly noundef %p, i8 noundef %a) {
  store i8 %a, ptr %p
  ret void
}
; ---- after ----
define void @f(ptr writeonly noundef %p, i8 noundef %a) {
  store i8 %a, ptr %p
  %x = load i8, ptr %p
  store i8 %x, ptr %p
  ret void
}
