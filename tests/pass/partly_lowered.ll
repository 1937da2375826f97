; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An operation that is not lowered, amid others that are: its operands are handed back, its result is taken over.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: lanesmith - borders: values taken over
; CHECK-DAG: lanesmith - borders: values handed back
; CHECK-LABEL: @divide(
; CHECK: load i64
; CHECK: bitcast i64 {{.*}} to <32 x i2>
; CHECK: call noundef <32 x i2> @odd(
; CHECK-NOT: add <32 x i2>
; CHECK: store i64
declare <32 x i2> @odd(<32 x i2>)
define void @divide(ptr %p, ptr %q, ptr %r) {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %c = add <32 x i2> %a, %b
  store <32 x i2> %c, ptr %q
  %d = call noundef <32 x i2> @odd(<32 x i2> %c)
  %e = add <32 x i2> %d, %a
  store <32 x i2> %e, ptr %r
  ret void
}
