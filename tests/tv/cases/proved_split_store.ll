; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store in two parts, in the other order.
; TV: proved
define void @f(ptr %p, i64 noundef %a) {
  store i64 %a, ptr %p, align 1
  ret void
}
; ---- after ----
define void @f(ptr %p, i64 noundef %a) {
  %h = lshr i64 %a, 32
  %i = trunc i64 %h to i32
  %q = getelementptr inbounds i8, ptr %p, i64 4
  store i32 %i, ptr %q, align 1
  %j = trunc i64 %a to i32
  store i32 %j, ptr %p, align 1
  ret void
}
