; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; dna.ll - DNA in two bits a base, 64 bases a vector: packing from ASCII, and reads against a reference.
;
; A=0 C=1 T=2 G=3, which are bits 1 and 2 of the letters, large or small.

; a: 64 letters a unit; out: 64 bases
define void @dna_pack(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr [64 x i8], ptr %a, i64 %i
  %q = getelementptr <64 x i2>, ptr %out, i64 %i
  %letters = load <64 x i8>, ptr %p, align 16
  %codes = lshr <64 x i8> %letters, splat (i8 1)
  %bases = trunc <64 x i8> %codes to <64 x i2>
  store <64 x i2> %bases, ptr %q
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; a: reads of 64 bases; b: the reference beside each; out: i32, in how many bases they differ
define void @dna_mismatches(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <64 x i2>, ptr %a, i64 %i
  %q = getelementptr <64 x i2>, ptr %b, i64 %i
  %r = getelementptr i32, ptr %out, i64 %i
  %read = load <64 x i2>, ptr %p
  %reference = load <64 x i2>, ptr %q
  %differ = icmp ne <64 x i2> %read, %reference
  %bits = bitcast <64 x i1> %differ to i64
  %count = call i64 @llvm.ctpop.i64(i64 %bits)
  %count32 = trunc i64 %count to i32
  store i32 %count32, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; a: reads of 64 bases; b: one reference of 64 bases; out: how many reads agree with it in each base, 64 bytes, modulo 256
define void @dna_pileup(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  %reference = load <64 x i2>, ptr %b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi <64 x i8> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %p = getelementptr <64 x i2>, ptr %a, i64 %i
  %read = load <64 x i2>, ptr %p
  %agree = icmp eq <64 x i2> %read, %reference
  %one = zext <64 x i1> %agree to <64 x i8>
  %sum.next = add <64 x i8> %sum, %one
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <64 x i8> %sum.next, ptr %out, align 16
  ret void
}

; a, b: as dna_mismatches; out: i32, in how many bases they agree, of those that are not A in the reference
define void @dna_matches(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <64 x i2>, ptr %a, i64 %i
  %q = getelementptr <64 x i2>, ptr %b, i64 %i
  %r = getelementptr i32, ptr %out, i64 %i
  %read = load <64 x i2>, ptr %p
  %reference = load <64 x i2>, ptr %q
  %agree = icmp eq <64 x i2> %read, %reference
  %known = icmp ne <64 x i2> %reference, zeroinitializer
  %both = and <64 x i1> %agree, %known
  %bits = bitcast <64 x i1> %both to i64
  %count = call i64 @llvm.ctpop.i64(i64 %bits)
  %count32 = trunc i64 %count to i32
  store i32 %count32, ptr %r
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i64 @llvm.ctpop.i64(i64)
