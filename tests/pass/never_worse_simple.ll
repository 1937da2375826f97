; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where LLVM sees through an operation its code is short, whatever the operation costs in general.
; Guards: a price that is far above ours is not believed then, and LLVM's way is compiled.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 | %at-most 23
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s | %llc -O2 | %at-most 23
; RUN: %lower-o2 -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s | %llc -O2 | %at-most 23

define void @by_zero(ptr %p, ptr %q) {
  %a = load <234 x i4>, ptr %p
  %r = mul <234 x i4> %a, zeroinitializer
  store <234 x i4> %r, ptr %q
  ret void
}

; 3 of 64 fields are moved.
define void @moved_far(ptr %p, ptr %q) {
  %a = load <64 x i11>, ptr %p
  %r = shufflevector <64 x i11> %a, <64 x i11> zeroinitializer, <64 x i32> <
    i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71,
    i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79,
    i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87,
    i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95,
    i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103,
    i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111,
    i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119,
    i32 120, i32 121, i32 122, i32 123, i32 124, i32 0, i32 1, i32 2>
  store <64 x i11> %r, ptr %q
  ret void
}
