; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses between those that are touched are in the object.
; TV: proved
define void @f(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 8
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}
