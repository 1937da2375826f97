; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One choice of the first function, two of the second.
; TV: proved
define <4 x i32> @f(ptr %p) {
  %l = load <4 x i32>, ptr %p, align 1
  %x = freeze <4 x i32> %l
  ret <4 x i32> %x
}
; ---- after ----
define <4 x i32> @f(ptr %p) {
  %l = load <2 x i32>, ptr %p, align 1
  %x = freeze <2 x i32> %l
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %m = load <2 x i32>, ptr %q, align 1
  %y = freeze <2 x i32> %m
  %z = shufflevector <2 x i32> %x, <2 x i32> %y, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %z
}
