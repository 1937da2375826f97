; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What looks like a network, and is left as it is.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s -o %t
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -passes=verify %s -o %t.stock
; RUN: diff %t %t.stock

; Elements are read twice.
define void @neighbours(ptr %p, ptr %q) {
  %a = load <8 x i32>, ptr %p, align 1
  %x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
  %s = add <4 x i32> %x, %y
  store <4 x i32> %s, ptr %q, align 1
  ret void
}

; One is not defined.
define void @undefined(ptr %p, ptr %q) {
  %a = load <8 x i32>, ptr %p, align 1
  %x = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 poison>
  %y = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %s = add <4 x i32> %x, %y
  store <4 x i32> %s, ptr %q, align 1
  ret void
}

; The result is wanted before all is read: memory may have changed.
define void @read_later(ptr %p, ptr %q) {
  %a = load <4 x float>, ptr %p, align 1
  %b = load <4 x float>, ptr %q, align 1
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %s = fadd <4 x float> %x, %y
  store <4 x float> %s, ptr %q, align 1
  %c = load <4 x float>, ptr %p, align 1
  %t = fsub <4 x float> %s, %c
  store <4 x float> %t, ptr %p, align 1
  ret void
}
