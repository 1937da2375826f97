; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum of bits is a parity.
; TV: proved
define i1 @f(<8 x i1> %a) {
  %x = call i1 @llvm.vector.reduce.add.v8i1(<8 x i1> %a)
  ret i1 %x
}
declare i1 @llvm.vector.reduce.add.v8i1(<8 x i1>)
declare i8 @llvm.ctpop.i8(i8)
; ---- after ----
define i1 @f(<8 x i1> %a) {
  %b = bitcast <8 x i1> %a to i8
  %n = call i8 @llvm.ctpop.i8(i8 %b)
  %x = trunc i8 %n to i1
  ret i1 %x
}
declare i1 @llvm.vector.reduce.add.v8i1(<8 x i1>)
declare i8 @llvm.ctpop.i8(i8)
