; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load by a writeonly argument has no behaviour.
; TV: proved
define i32 @f(ptr writeonly %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
; ---- after ----
define i32 @f(ptr writeonly %p) {
  unreachable
}
