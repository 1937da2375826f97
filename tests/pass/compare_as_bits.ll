; A compare of 2-bit fields whose bits are wanted as bits has no lowering here: it is left, and counted.
; RUN: %lower -lanesmith-stats %s 2>&1 | %check %s

; CHECK-DAG: 1 lanesmith - left: compares used as bits
; CHECK-LABEL: @bits(
; CHECK: icmp eq <64 x i2>
; CHECK: bitcast <64 x i1>
define i64 @bits(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp eq <64 x i2> %a, %b
  %z = bitcast <64 x i1> %k to i64
  ret i64 %z
}
