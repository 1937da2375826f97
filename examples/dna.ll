; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; dna.ll - building blocks for DNA in two bits a base (A=0 C=1 G=2 T=3), 64 bases a vector.
;
; Comparing a read with a reference is a compare of 2-bit fields; its result stays a mask in the register.

; ones in every base where the read and the reference agree
define void @match_mask(ptr %read, ptr %reference, ptr %mask) {
  %a = load <64 x i2>, ptr %read
  %b = load <64 x i2>, ptr %reference
  %k = icmp eq <64 x i2> %a, %b
  %m = sext <64 x i1> %k to <64 x i2>
  store <64 x i2> %m, ptr %mask
  ret void
}

; the complementary strand: A <-> T and C <-> G
define void @complement(ptr %strand, ptr %other) {
  %a = load <64 x i2>, ptr %strand
  %b = xor <64 x i2> %a, splat (i2 -1)
  store <64 x i2> %b, ptr %other
  ret void
}

; how many of three reads agree with the reference, base by base: 0 to 3 fits the field
define void @count_matches_of_3(ptr %reads, ptr %reference, ptr %counts) {
  %p1 = getelementptr i8, ptr %reads, i64 16
  %p2 = getelementptr i8, ptr %reads, i64 32
  %a0 = load <64 x i2>, ptr %reads
  %a1 = load <64 x i2>, ptr %p1
  %a2 = load <64 x i2>, ptr %p2
  %b = load <64 x i2>, ptr %reference
  %k0 = icmp eq <64 x i2> %a0, %b
  %k1 = icmp eq <64 x i2> %a1, %b
  %k2 = icmp eq <64 x i2> %a2, %b
  %c0 = zext <64 x i1> %k0 to <64 x i2>
  %c1 = zext <64 x i1> %k1 to <64 x i2>
  %c2 = zext <64 x i1> %k2 to <64 x i2>
  %s = add <64 x i2> %c0, %c1
  %t = add <64 x i2> %s, %c2
  store <64 x i2> %t, ptr %counts
  ret void
}

; the bases of the read where it agrees with either of two references, elsewhere A
define void @keep_known(ptr %read, ptr %first, ptr %second, ptr %result) {
  %a = load <64 x i2>, ptr %read
  %b = load <64 x i2>, ptr %first
  %c = load <64 x i2>, ptr %second
  %k = icmp eq <64 x i2> %a, %b
  %l = icmp eq <64 x i2> %a, %c
  %m = or <64 x i1> %k, %l
  %r = select <64 x i1> %m, <64 x i2> %a, <64 x i2> zeroinitializer
  store <64 x i2> %r, ptr %result
  ret void
}

; mismatches in a whole sequence, kept as a mask for each 64 bases
define void @mismatches(ptr %read, ptr %reference, i64 %n, ptr %masks) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr <64 x i2>, ptr %read, i64 %i
  %q = getelementptr <64 x i2>, ptr %reference, i64 %i
  %r = getelementptr <64 x i2>, ptr %masks, i64 %i
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %k = icmp ne <64 x i2> %a, %b
  %m = sext <64 x i1> %k to <64 x i2>
  store <64 x i2> %m, ptr %r
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
