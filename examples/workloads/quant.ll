; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; quant.ll - a matrix of 4-bit or 2-bit weights times a vector of 8-bit activations, sums in 32 bits.
;
; A row has 256 weights. a: the rows, packed; b: 256 activations; out: an i32 sum a row.

define void @quant_dot_i4(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %weights = getelementptr [8 x <32 x i4>], ptr %a, i64 %i
  br label %block
block:
  %k = phi i64 [ 0, %row ], [ %k.next, %block ]
  %sum = phi <32 x i32> [ zeroinitializer, %row ], [ %sum.next, %block ]
  %p = getelementptr <32 x i4>, ptr %weights, i64 %k
  %q = getelementptr [32 x i8], ptr %b, i64 %k
  %w4 = load <32 x i4>, ptr %p
  %x8 = load <32 x i8>, ptr %q, align 16
  %w = sext <32 x i4> %w4 to <32 x i32>
  %x = sext <32 x i8> %x8 to <32 x i32>
  %product = mul nsw <32 x i32> %w, %x
  %sum.next = add <32 x i32> %sum, %product
  %k.next = add nuw i64 %k, 1
  %within = icmp ult i64 %k.next, 8
  br i1 %within, label %block, label %done
done:
  %total = call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %sum.next)
  %r = getelementptr i32, ptr %out, i64 %i
  store i32 %total, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret void
}

define void @quant_dot_i2(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %weights = getelementptr [4 x <64 x i2>], ptr %a, i64 %i
  br label %block
block:
  %k = phi i64 [ 0, %row ], [ %k.next, %block ]
  %sum = phi <64 x i32> [ zeroinitializer, %row ], [ %sum.next, %block ]
  %p = getelementptr <64 x i2>, ptr %weights, i64 %k
  %q = getelementptr [64 x i8], ptr %b, i64 %k
  %w2 = load <64 x i2>, ptr %p
  %x8 = load <64 x i8>, ptr %q, align 16
  %w = sext <64 x i2> %w2 to <64 x i32>
  %x = sext <64 x i8> %x8 to <64 x i32>
  %product = mul nsw <64 x i32> %w, %x
  %sum.next = add <64 x i32> %sum, %product
  %k.next = add nuw i64 %k, 1
  %within = icmp ult i64 %k.next, 4
  br i1 %within, label %block, label %done
done:
  %total = call i32 @llvm.vector.reduce.add.v64i32(<64 x i32> %sum.next)
  %r = getelementptr i32, ptr %out, i64 %i
  store i32 %total, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret void
}

declare i32 @llvm.vector.reduce.add.v32i32(<32 x i32>)
declare i32 @llvm.vector.reduce.add.v64i32(<64 x i32>)
