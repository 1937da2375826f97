; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Stores to noalias arguments may be exchanged.
; TV: proved
define void @f(ptr noalias %p, ptr noalias %q, i32 %a, i32 %b) {
  store i32 %a, ptr %p
  store i32 %b, ptr %q
  ret void
}
; ---- after ----
define void @f(ptr noalias %p, ptr noalias %q, i32 %a, i32 %b) {
  store i32 %b, ptr %q
  store i32 %a, ptr %p
  ret void
}
