; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A promise about a load.
; TV: unknown
; SAYS: metadata
define i8 @f(ptr %p) {
  %x = load i8, ptr %p
  ret i8 %x
}
!0 = !{i8 0, i8 5}
; ---- after ----
define i8 @f(ptr %p) {
  %x = load i8, ptr %p, !range !0
  ret i8 %x
}
!0 = !{i8 0, i8 5}
