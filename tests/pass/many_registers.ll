; A vector of more registers than a plan takes (here 128) is left, not unrolled without end.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: lanesmith - left: no lowering in the table
; CHECK-LABEL: @huge(
; CHECK: xor <8192 x i2>
define void @huge(ptr %p) {
  %a = load <8192 x i2>, ptr %p
  %c = xor <8192 x i2> %a, splat (i2 1)
  store <8192 x i2> %c, ptr %p
  ret void
}
