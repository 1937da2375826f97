; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One promise about addresses is not the other.
; TV: refuted
; SAYS: after poison
define ptr @f(ptr %p) {
  %q = getelementptr nusw i8, ptr %p, i64 8
  ret ptr %q
}
; ---- after ----
define ptr @f(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 8
  ret ptr %q
}
