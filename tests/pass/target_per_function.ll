; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each function is lowered for its own target-cpu and target-features.
; RUN: %lower %s | %check %s
; RUN: %lower %s | %llc -O2 -o /dev/null

; CHECK-LABEL: @baseline(
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
; CHECK: store <2 x i64>
define void @baseline(ptr %p) {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @haswell(
; CHECK: store <4 x i64>
; CHECK: store <4 x i64>
define void @haswell(ptr %p) "target-cpu"="haswell" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @icelake(
; CHECK: store <8 x i64>
define void @icelake(ptr %p) "target-cpu"="icelake-server" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @by_features(
; CHECK: store <4 x i64>
; CHECK: store <4 x i64>
define void @by_features(ptr %p) "target-cpu"="x86-64" "target-features"="+avx2,+bmi,+bmi2,+lzcnt,+popcnt,+fma,+f16c,+movbe" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
; CHECK-LABEL: @without(
; CHECK: store <2 x i64>
define void @without(ptr %p) "target-cpu"="haswell" "target-features"="-avx2" {
  %a = load <256 x i2>, ptr %p
  %c = add <256 x i2> %a, %a
  store <256 x i2> %c, ptr %p
  ret void
}
