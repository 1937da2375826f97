; Arithmetic with overflow that is not taken apart, or not on small fields.
; RUN: %lower -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s | %check %s

; Whole bytes are LLVM's.
; CHECK-LABEL: @bytes(
; CHECK: call { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow
define <16 x i8> @bytes(<16 x i8> %a, <16 x i8> %b) {
  %pair = call { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow.v16i8(<16 x i8> %a, <16 x i8> %b)
  %value = extractvalue { <16 x i8>, <16 x i1> } %pair, 0
  ret <16 x i8> %value
}

; A pair that goes elsewhere as a whole is left.
; CHECK-LABEL: @returned(
; CHECK: with.overflow
define { <64 x i2>, <64 x i1> } @returned(ptr %p) {
  %a = load <64 x i2>, ptr %p
  %pair = call { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %a)
  ret { <64 x i2>, <64 x i1> } %pair
}

declare { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow.v16i8(<16 x i8>, <16 x i8>)
declare { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2>, <64 x i2>)
