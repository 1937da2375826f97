; 600 bits on AVX2: two full registers and a rest of 88 bits, which is read and written as 88 bits, no byte more.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 | %at-most 70

; CHECK-LABEL: @rest(
; CHECK: load <4 x i64>, ptr %p, align 1
; CHECK: load <4 x i64>, ptr %{{.*}}, align 1
; CHECK: load i88, ptr %{{.*}}, align 1
; CHECK-NOT: i2>
; CHECK: store i88
define void @rest(ptr %p, ptr %q, ptr %r) "target-cpu"="x86-64-v3" {
  %a = load <300 x i2>, ptr %p, align 1
  %b = load <300 x i2>, ptr %q, align 1
  %c = sub <300 x i2> %a, %b
  store <300 x i2> %c, ptr %r, align 1
  ret void
}
