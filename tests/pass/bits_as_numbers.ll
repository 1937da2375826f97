; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Streams of 128 bits that are added and shifted as numbers: logic between two such stays in general registers; other logic does not go
; there.
; RUN: %lower %s | %check %s

; match_star of Parabix: no vector is left behind the class
; CHECK-LABEL: @match_star(
; CHECK: [[CLASS:%.*]] = bitcast <2 x i64> %{{.*}} to i128
; CHECK: and i128
; CHECK: add i128
; CHECK: xor i128
; CHECK-NEXT: {{.*}} = bitcast i128
; CHECK: or i128
; CHECK: ret void
define void @match_star(ptr %p, ptr %q, ptr %r) {
  %bits = load <128 x i1>, ptr %p
  %class.a = load <128 x i1>, ptr %q
  %class = and <128 x i1> %class.a, %bits
  %class.n = bitcast <128 x i1> %class to i128
  %marker.n = shl i128 %class.n, 1
  %marker = bitcast i128 %marker.n to <128 x i1>
  %in = and <128 x i1> %marker, %class
  %in.n = bitcast <128 x i1> %in to i128
  %sum.n = add i128 %in.n, %class.n
  %sum = bitcast i128 %sum.n to <128 x i1>
  %other = xor <128 x i1> %sum, %class
  %match = or <128 x i1> %other, %marker
  store <128 x i1> %match, ptr %r
  ret void
}

; a number that goes on as a vector
; CHECK-LABEL: @to_vector(
; CHECK-NOT: and i128
; CHECK: ret void
define void @to_vector(i128 %n, ptr %q, ptr %r) {
  %m = shl i128 %n, 1
  %a = bitcast i128 %m to <64 x i2>
  %b = load <64 x i2>, ptr %q
  %c = and <64 x i2> %a, %b
  %d = add <64 x i2> %c, %b
  store <64 x i2> %d, ptr %r
  ret void
}

; of another size the registers are LLVM's choice
; CHECK-LABEL: @word(
; CHECK: and i64
define i64 @word(i64 %n, ptr %q) {
  %a = bitcast i64 %n to <64 x i1>
  %b = load <64 x i1>, ptr %q
  %c = and <64 x i1> %a, %b
  %d = bitcast <64 x i1> %c to i64
  %e = add i64 %d, %n
  ret i64 %e
}
