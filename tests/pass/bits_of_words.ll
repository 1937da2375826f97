; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vectors of single bits that come from code that is left, in lengths that are whole words and no
; powers of two: arguments, results of calls, bits of numbers. What is longer by zeros is cut to
; its words, or the pass says that it made invalid IR.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s -o %t
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | %check %s
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server %s -o %t

; CHECK-NOT: select <{{[0-9]+}} x i1> %y, <{{[0-9]+}} x i2>
define void @argument_192(<192 x i1> %y, ptr %t, ptr %u) "lanesmith"="always" {
  %d = load <192 x i2>, ptr %u
  %e = load <192 x i2>, ptr %t
  %q = select <192 x i1> %y, <192 x i2> %d, <192 x i2> %e
  store <192 x i2> %q, ptr %u
  ret void
}
define void @argument_320(<320 x i1> %y, ptr %t, ptr %u) "lanesmith"="always" {
  %d = load <320 x i2>, ptr %u
  %e = load <320 x i2>, ptr %t
  %q = select <320 x i1> %y, <320 x i2> %d, <320 x i2> %e
  store <320 x i2> %q, ptr %u
  ret void
}
declare <640 x i1> @from_640()
define i640 @result_640(ptr %t, ptr %u) "lanesmith"="always" {
  %y = call <640 x i1> @from_640()
  %d = load <640 x i2>, ptr %u
  %e = load <640 x i2>, ptr %t
  %c = icmp ult <640 x i2> %d, %e
  %q = and <640 x i1> %y, %c
  %r = bitcast <640 x i1> %q to i640
  ret i640 %r
}
