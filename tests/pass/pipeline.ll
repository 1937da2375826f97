; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In the default pipelines, LLVM's own simplifications see the operation whole (x - x is zero, before the pass), the
; pass lowers what is left, and at -O0 it does not run.
; RUN: %lower-o2 %s | %check %s
; RUN: sh -c '%opt -passes="default<O0>" %s' > /dev/null

; CHECK-LABEL: @nothing(
; CHECK-NOT: load
; CHECK: store
; CHECK: ret void
define void @nothing(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %d = sub <64 x i2> %a, %a
  store <64 x i2> %d, ptr %q
  ret void
}

; CHECK-LABEL: @something(
; CHECK-NOT: <64 x i2>
; CHECK: ret void
define void @something(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  store <64 x i2> %c, ptr %q
  ret void
}
