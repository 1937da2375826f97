; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; inbounds from nowhere.
; TV: refuted
; SAYS: after poison
define ptr @f(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  ret ptr %q
}
; ---- after ----
define ptr @f(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 8
  ret ptr %q
}
