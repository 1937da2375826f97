; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; transpose.ll - text as eight streams of bits, and regular expressions on them, 128 bytes a block.
;
; Stream k has bit 7-k of every byte: 128 bytes are eight vectors <128 x i1>. Two ways to them, both from appendix A of
; Lin, "Systematic Support of Parallel Bit Streams in LLVM" (2014): packs of bytes (A.1, one bit a step of three, in legal
; types), and the ideal three stages (A.2: packs of 4-bit, 2-bit and 1-bit fields); and back by merges of these. A pack takes
; every second field of two registers, a merge takes fields of both in turn; each is one shufflevector.
;
; Every workload is void NAME(ptr a, ptr b, ptr out, i64 n): n units of a (and b) to n units of out, n at least 1.

; ---- A.1: packs of 16-bit fields, then one bit chosen of two a step ----

define internal <16 x i8> @packh_16(<16 x i8> %lo, <16 x i8> %hi) alwaysinline {
  %r = shufflevector <16 x i8> %lo, <16 x i8> %hi, <16 x i32> <
    i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23,
    i32 25, i32 27, i32 29, i32 31>
  ret <16 x i8> %r
}

define internal <16 x i8> @packl_16(<16 x i8> %lo, <16 x i8> %hi) alwaysinline {
  %r = shufflevector <16 x i8> %lo, <16 x i8> %hi, <16 x i32> <
    i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22,
    i32 24, i32 26, i32 28, i32 30>
  ret <16 x i8> %r
}

; the bits of %yes where %mask has ones, those of %no elsewhere
define internal <16 x i8> @simd_if(<16 x i8> %mask, <16 x i8> %yes, <16 x i8> %no) alwaysinline {
  %not = xor <16 x i8> %mask, splat (i8 -1)
  %t = and <16 x i8> %mask, %yes
  %u = and <16 x i8> %not, %no
  %r = or <16 x i8> %t, %u
  ret <16 x i8> %r
}

; one step: of two registers the bits that the mask chooses, and the others, each moved up or down by %shift
define internal { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %s0, <16 x i8> %s1, <16 x i8> %mask, <8 x i16> %shift) alwaysinline {
  %h = call <16 x i8> @packh_16(<16 x i8> %s0, <16 x i8> %s1)
  %l = call <16 x i8> @packl_16(<16 x i8> %s0, <16 x i8> %s1)
  %l16 = bitcast <16 x i8> %l to <8 x i16>
  %down = lshr <8 x i16> %l16, %shift
  %d = bitcast <8 x i16> %down to <16 x i8>
  %q0 = call <16 x i8> @simd_if(<16 x i8> %mask, <16 x i8> %h, <16 x i8> %d)
  %h16 = bitcast <16 x i8> %h to <8 x i16>
  %up = shl <8 x i16> %h16, %shift
  %u = bitcast <8 x i16> %up to <16 x i8>
  %q1 = call <16 x i8> @simd_if(<16 x i8> %mask, <16 x i8> %u, <16 x i8> %l)
  %r0 = insertvalue { <16 x i8>, <16 x i8> } poison, <16 x i8> %q0, 0
  %r1 = insertvalue { <16 x i8>, <16 x i8> } %r0, <16 x i8> %q1, 1
  ret { <16 x i8>, <16 x i8> } %r1
}

; 128 bytes to eight streams
define void @s2p_bytepack(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %block = getelementptr [128 x i8], ptr %a, i64 %i
  %to = getelementptr [128 x i8], ptr %out, i64 %i
  %p0 = getelementptr i8, ptr %block, i64 0
  %s0 = load <16 x i8>, ptr %p0
  %p1 = getelementptr i8, ptr %block, i64 16
  %s1 = load <16 x i8>, ptr %p1
  %p2 = getelementptr i8, ptr %block, i64 32
  %s2 = load <16 x i8>, ptr %p2
  %p3 = getelementptr i8, ptr %block, i64 48
  %s3 = load <16 x i8>, ptr %p3
  %p4 = getelementptr i8, ptr %block, i64 64
  %s4 = load <16 x i8>, ptr %p4
  %p5 = getelementptr i8, ptr %block, i64 80
  %s5 = load <16 x i8>, ptr %p5
  %p6 = getelementptr i8, ptr %block, i64 96
  %s6 = load <16 x i8>, ptr %p6
  %p7 = getelementptr i8, ptr %block, i64 112
  %s7 = load <16 x i8>, ptr %p7
  %t0 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %s0, <16 x i8> %s1, <16 x i8> splat (i8 -86), <8 x i16> splat (i16 1))
  %h0 = extractvalue { <16 x i8>, <16 x i8> } %t0, 0
  %l0 = extractvalue { <16 x i8>, <16 x i8> } %t0, 1
  %t1 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %s2, <16 x i8> %s3, <16 x i8> splat (i8 -86), <8 x i16> splat (i16 1))
  %h1 = extractvalue { <16 x i8>, <16 x i8> } %t1, 0
  %l1 = extractvalue { <16 x i8>, <16 x i8> } %t1, 1
  %t2 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %s4, <16 x i8> %s5, <16 x i8> splat (i8 -86), <8 x i16> splat (i16 1))
  %h2 = extractvalue { <16 x i8>, <16 x i8> } %t2, 0
  %l2 = extractvalue { <16 x i8>, <16 x i8> } %t2, 1
  %t3 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %s6, <16 x i8> %s7, <16 x i8> splat (i8 -86), <8 x i16> splat (i16 1))
  %h3 = extractvalue { <16 x i8>, <16 x i8> } %t3, 0
  %l3 = extractvalue { <16 x i8>, <16 x i8> } %t3, 1
  %t4 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %h0, <16 x i8> %h1, <16 x i8> splat (i8 -52), <8 x i16> splat (i16 2))
  %h4 = extractvalue { <16 x i8>, <16 x i8> } %t4, 0
  %l4 = extractvalue { <16 x i8>, <16 x i8> } %t4, 1
  %t5 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %h2, <16 x i8> %h3, <16 x i8> splat (i8 -52), <8 x i16> splat (i16 2))
  %h5 = extractvalue { <16 x i8>, <16 x i8> } %t5, 0
  %l5 = extractvalue { <16 x i8>, <16 x i8> } %t5, 1
  %t6 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %l0, <16 x i8> %l1, <16 x i8> splat (i8 -52), <8 x i16> splat (i16 2))
  %h6 = extractvalue { <16 x i8>, <16 x i8> } %t6, 0
  %l6 = extractvalue { <16 x i8>, <16 x i8> } %t6, 1
  %t7 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %l2, <16 x i8> %l3, <16 x i8> splat (i8 -52), <8 x i16> splat (i16 2))
  %h7 = extractvalue { <16 x i8>, <16 x i8> } %t7, 0
  %l7 = extractvalue { <16 x i8>, <16 x i8> } %t7, 1
  %t8 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %h4, <16 x i8> %h5, <16 x i8> splat (i8 -16), <8 x i16> splat (i16 4))
  %h8 = extractvalue { <16 x i8>, <16 x i8> } %t8, 0
  %l8 = extractvalue { <16 x i8>, <16 x i8> } %t8, 1
  %t9 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %l4, <16 x i8> %l5, <16 x i8> splat (i8 -16), <8 x i16> splat (i16 4))
  %h9 = extractvalue { <16 x i8>, <16 x i8> } %t9, 0
  %l9 = extractvalue { <16 x i8>, <16 x i8> } %t9, 1
  %t10 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %h6, <16 x i8> %h7, <16 x i8> splat (i8 -16), <8 x i16> splat (i16 4))
  %h10 = extractvalue { <16 x i8>, <16 x i8> } %t10, 0
  %l10 = extractvalue { <16 x i8>, <16 x i8> } %t10, 1
  %t11 = call { <16 x i8>, <16 x i8> } @s2p_step(<16 x i8> %l6, <16 x i8> %l7, <16 x i8> splat (i8 -16), <8 x i16> splat (i16 4))
  %h11 = extractvalue { <16 x i8>, <16 x i8> } %t11, 0
  %l11 = extractvalue { <16 x i8>, <16 x i8> } %t11, 1
  %q0 = getelementptr i8, ptr %to, i64 0
  store <16 x i8> %h8, ptr %q0
  %q1 = getelementptr i8, ptr %to, i64 16
  store <16 x i8> %h10, ptr %q1
  %q2 = getelementptr i8, ptr %to, i64 32
  store <16 x i8> %h9, ptr %q2
  %q3 = getelementptr i8, ptr %to, i64 48
  store <16 x i8> %h11, ptr %q3
  %q4 = getelementptr i8, ptr %to, i64 64
  store <16 x i8> %l8, ptr %q4
  %q5 = getelementptr i8, ptr %to, i64 80
  store <16 x i8> %l10, ptr %q5
  %q6 = getelementptr i8, ptr %to, i64 96
  store <16 x i8> %l9, ptr %q6
  %q7 = getelementptr i8, ptr %to, i64 112
  store <16 x i8> %l11, ptr %q7
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; ---- A.2: the ideal three stages ----

define internal <128 x i1> @packh_8(<128 x i1> %lo, <128 x i1> %hi) alwaysinline {
  %a = bitcast <128 x i1> %lo to <32 x i4>
  %b = bitcast <128 x i1> %hi to <32 x i4>
  %r = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <
    i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23,
    i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45,
    i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63>
  %s = bitcast <32 x i4> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @packl_8(<128 x i1> %lo, <128 x i1> %hi) alwaysinline {
  %a = bitcast <128 x i1> %lo to <32 x i4>
  %b = bitcast <128 x i1> %hi to <32 x i4>
  %r = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <
    i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22,
    i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44,
    i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62>
  %s = bitcast <32 x i4> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @packh_4(<128 x i1> %lo, <128 x i1> %hi) alwaysinline {
  %a = bitcast <128 x i1> %lo to <64 x i2>
  %b = bitcast <128 x i1> %hi to <64 x i2>
  %r = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <
    i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23,
    i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45,
    i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63, i32 65, i32 67,
    i32 69, i32 71, i32 73, i32 75, i32 77, i32 79, i32 81, i32 83, i32 85, i32 87, i32 89,
    i32 91, i32 93, i32 95, i32 97, i32 99, i32 101, i32 103, i32 105, i32 107, i32 109,
    i32 111, i32 113, i32 115, i32 117, i32 119, i32 121, i32 123, i32 125, i32 127>
  %s = bitcast <64 x i2> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @packl_4(<128 x i1> %lo, <128 x i1> %hi) alwaysinline {
  %a = bitcast <128 x i1> %lo to <64 x i2>
  %b = bitcast <128 x i1> %hi to <64 x i2>
  %r = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <
    i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22,
    i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44,
    i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62, i32 64, i32 66,
    i32 68, i32 70, i32 72, i32 74, i32 76, i32 78, i32 80, i32 82, i32 84, i32 86, i32 88,
    i32 90, i32 92, i32 94, i32 96, i32 98, i32 100, i32 102, i32 104, i32 106, i32 108,
    i32 110, i32 112, i32 114, i32 116, i32 118, i32 120, i32 122, i32 124, i32 126>
  %s = bitcast <64 x i2> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @packh_2(<128 x i1> %lo, <128 x i1> %hi) alwaysinline {
  %r = shufflevector <128 x i1> %lo, <128 x i1> %hi, <128 x i32> <
    i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23,
    i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45,
    i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63, i32 65, i32 67,
    i32 69, i32 71, i32 73, i32 75, i32 77, i32 79, i32 81, i32 83, i32 85, i32 87, i32 89,
    i32 91, i32 93, i32 95, i32 97, i32 99, i32 101, i32 103, i32 105, i32 107, i32 109,
    i32 111, i32 113, i32 115, i32 117, i32 119, i32 121, i32 123, i32 125, i32 127, i32 129,
    i32 131, i32 133, i32 135, i32 137, i32 139, i32 141, i32 143, i32 145, i32 147, i32 149,
    i32 151, i32 153, i32 155, i32 157, i32 159, i32 161, i32 163, i32 165, i32 167, i32 169,
    i32 171, i32 173, i32 175, i32 177, i32 179, i32 181, i32 183, i32 185, i32 187, i32 189,
    i32 191, i32 193, i32 195, i32 197, i32 199, i32 201, i32 203, i32 205, i32 207, i32 209,
    i32 211, i32 213, i32 215, i32 217, i32 219, i32 221, i32 223, i32 225, i32 227, i32 229,
    i32 231, i32 233, i32 235, i32 237, i32 239, i32 241, i32 243, i32 245, i32 247, i32 249,
    i32 251, i32 253, i32 255>
  ret <128 x i1> %r
}

define internal <128 x i1> @packl_2(<128 x i1> %lo, <128 x i1> %hi) alwaysinline {
  %r = shufflevector <128 x i1> %lo, <128 x i1> %hi, <128 x i32> <
    i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22,
    i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44,
    i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62, i32 64, i32 66,
    i32 68, i32 70, i32 72, i32 74, i32 76, i32 78, i32 80, i32 82, i32 84, i32 86, i32 88,
    i32 90, i32 92, i32 94, i32 96, i32 98, i32 100, i32 102, i32 104, i32 106, i32 108,
    i32 110, i32 112, i32 114, i32 116, i32 118, i32 120, i32 122, i32 124, i32 126, i32 128,
    i32 130, i32 132, i32 134, i32 136, i32 138, i32 140, i32 142, i32 144, i32 146, i32 148,
    i32 150, i32 152, i32 154, i32 156, i32 158, i32 160, i32 162, i32 164, i32 166, i32 168,
    i32 170, i32 172, i32 174, i32 176, i32 178, i32 180, i32 182, i32 184, i32 186, i32 188,
    i32 190, i32 192, i32 194, i32 196, i32 198, i32 200, i32 202, i32 204, i32 206, i32 208,
    i32 210, i32 212, i32 214, i32 216, i32 218, i32 220, i32 222, i32 224, i32 226, i32 228,
    i32 230, i32 232, i32 234, i32 236, i32 238, i32 240, i32 242, i32 244, i32 246, i32 248,
    i32 250, i32 252, i32 254>
  ret <128 x i1> %r
}

; 128 bytes to eight streams: of every byte the high and the low half, of these the pairs, of these the bits
define internal { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } @transpose(ptr %block) alwaysinline {
  %p0 = getelementptr i8, ptr %block, i64 0
  %s0 = load <128 x i1>, ptr %p0
  %p1 = getelementptr i8, ptr %block, i64 16
  %s1 = load <128 x i1>, ptr %p1
  %p2 = getelementptr i8, ptr %block, i64 32
  %s2 = load <128 x i1>, ptr %p2
  %p3 = getelementptr i8, ptr %block, i64 48
  %s3 = load <128 x i1>, ptr %p3
  %p4 = getelementptr i8, ptr %block, i64 64
  %s4 = load <128 x i1>, ptr %p4
  %p5 = getelementptr i8, ptr %block, i64 80
  %s5 = load <128 x i1>, ptr %p5
  %p6 = getelementptr i8, ptr %block, i64 96
  %s6 = load <128 x i1>, ptr %p6
  %p7 = getelementptr i8, ptr %block, i64 112
  %s7 = load <128 x i1>, ptr %p7
  %h0 = call <128 x i1> @packh_8(<128 x i1> %s0, <128 x i1> %s1)
  %l0 = call <128 x i1> @packl_8(<128 x i1> %s0, <128 x i1> %s1)
  %h1 = call <128 x i1> @packh_8(<128 x i1> %s2, <128 x i1> %s3)
  %l1 = call <128 x i1> @packl_8(<128 x i1> %s2, <128 x i1> %s3)
  %h2 = call <128 x i1> @packh_8(<128 x i1> %s4, <128 x i1> %s5)
  %l2 = call <128 x i1> @packl_8(<128 x i1> %s4, <128 x i1> %s5)
  %h3 = call <128 x i1> @packh_8(<128 x i1> %s6, <128 x i1> %s7)
  %l3 = call <128 x i1> @packl_8(<128 x i1> %s6, <128 x i1> %s7)
  %hh0 = call <128 x i1> @packh_4(<128 x i1> %h0, <128 x i1> %h1)
  %hl0 = call <128 x i1> @packl_4(<128 x i1> %h0, <128 x i1> %h1)
  %lh0 = call <128 x i1> @packh_4(<128 x i1> %l0, <128 x i1> %l1)
  %ll0 = call <128 x i1> @packl_4(<128 x i1> %l0, <128 x i1> %l1)
  %hh1 = call <128 x i1> @packh_4(<128 x i1> %h2, <128 x i1> %h3)
  %hl1 = call <128 x i1> @packl_4(<128 x i1> %h2, <128 x i1> %h3)
  %lh1 = call <128 x i1> @packh_4(<128 x i1> %l2, <128 x i1> %l3)
  %ll1 = call <128 x i1> @packl_4(<128 x i1> %l2, <128 x i1> %l3)
  %b0 = call <128 x i1> @packh_2(<128 x i1> %hh0, <128 x i1> %hh1)
  %b1 = call <128 x i1> @packl_2(<128 x i1> %hh0, <128 x i1> %hh1)
  %b2 = call <128 x i1> @packh_2(<128 x i1> %hl0, <128 x i1> %hl1)
  %b3 = call <128 x i1> @packl_2(<128 x i1> %hl0, <128 x i1> %hl1)
  %b4 = call <128 x i1> @packh_2(<128 x i1> %lh0, <128 x i1> %lh1)
  %b5 = call <128 x i1> @packl_2(<128 x i1> %lh0, <128 x i1> %lh1)
  %b6 = call <128 x i1> @packh_2(<128 x i1> %ll0, <128 x i1> %ll1)
  %b7 = call <128 x i1> @packl_2(<128 x i1> %ll0, <128 x i1> %ll1)
  %r0 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } poison, <128 x i1> %b0, 0
  %r1 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r0, <128 x i1> %b1, 1
  %r2 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r1, <128 x i1> %b2, 2
  %r3 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r2, <128 x i1> %b3, 3
  %r4 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r3, <128 x i1> %b4, 4
  %r5 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r4, <128 x i1> %b5, 5
  %r6 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r5, <128 x i1> %b6, 6
  %r7 = insertvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r6, <128 x i1> %b7, 7
  ret { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %r7
}

define void @s2p_ideal(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %block = getelementptr [128 x i8], ptr %a, i64 %i
  %to = getelementptr [128 x i8], ptr %out, i64 %i
  %t = call { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } @transpose(ptr %block)
  %b0 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 0
  %b1 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 1
  %b2 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 2
  %b3 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 3
  %b4 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 4
  %b5 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 5
  %b6 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 6
  %b7 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 7
  %q0 = getelementptr i8, ptr %to, i64 0
  store <128 x i1> %b0, ptr %q0
  %q1 = getelementptr i8, ptr %to, i64 16
  store <128 x i1> %b1, ptr %q1
  %q2 = getelementptr i8, ptr %to, i64 32
  store <128 x i1> %b2, ptr %q2
  %q3 = getelementptr i8, ptr %to, i64 48
  store <128 x i1> %b3, ptr %q3
  %q4 = getelementptr i8, ptr %to, i64 64
  store <128 x i1> %b4, ptr %q4
  %q5 = getelementptr i8, ptr %to, i64 80
  store <128 x i1> %b5, ptr %q5
  %q6 = getelementptr i8, ptr %to, i64 96
  store <128 x i1> %b6, ptr %q6
  %q7 = getelementptr i8, ptr %to, i64 112
  store <128 x i1> %b7, ptr %q7
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; ---- back: merges of 1-bit, 2-bit and 4-bit fields ----

define internal <128 x i1> @mergeh_1(<128 x i1> %odd, <128 x i1> %even) alwaysinline {
  %r = shufflevector <128 x i1> %even, <128 x i1> %odd, <128 x i32> <
    i32 64, i32 192, i32 65, i32 193, i32 66, i32 194, i32 67, i32 195, i32 68, i32 196,
    i32 69, i32 197, i32 70, i32 198, i32 71, i32 199, i32 72, i32 200, i32 73, i32 201,
    i32 74, i32 202, i32 75, i32 203, i32 76, i32 204, i32 77, i32 205, i32 78, i32 206,
    i32 79, i32 207, i32 80, i32 208, i32 81, i32 209, i32 82, i32 210, i32 83, i32 211,
    i32 84, i32 212, i32 85, i32 213, i32 86, i32 214, i32 87, i32 215, i32 88, i32 216,
    i32 89, i32 217, i32 90, i32 218, i32 91, i32 219, i32 92, i32 220, i32 93, i32 221,
    i32 94, i32 222, i32 95, i32 223, i32 96, i32 224, i32 97, i32 225, i32 98, i32 226,
    i32 99, i32 227, i32 100, i32 228, i32 101, i32 229, i32 102, i32 230, i32 103, i32 231,
    i32 104, i32 232, i32 105, i32 233, i32 106, i32 234, i32 107, i32 235, i32 108, i32 236,
    i32 109, i32 237, i32 110, i32 238, i32 111, i32 239, i32 112, i32 240, i32 113, i32 241,
    i32 114, i32 242, i32 115, i32 243, i32 116, i32 244, i32 117, i32 245, i32 118, i32 246,
    i32 119, i32 247, i32 120, i32 248, i32 121, i32 249, i32 122, i32 250, i32 123, i32 251,
    i32 124, i32 252, i32 125, i32 253, i32 126, i32 254, i32 127, i32 255>
  ret <128 x i1> %r
}

define internal <128 x i1> @mergel_1(<128 x i1> %odd, <128 x i1> %even) alwaysinline {
  %r = shufflevector <128 x i1> %even, <128 x i1> %odd, <128 x i32> <
    i32 0, i32 128, i32 1, i32 129, i32 2, i32 130, i32 3, i32 131, i32 4, i32 132, i32 5,
    i32 133, i32 6, i32 134, i32 7, i32 135, i32 8, i32 136, i32 9, i32 137, i32 10, i32 138,
    i32 11, i32 139, i32 12, i32 140, i32 13, i32 141, i32 14, i32 142, i32 15, i32 143,
    i32 16, i32 144, i32 17, i32 145, i32 18, i32 146, i32 19, i32 147, i32 20, i32 148,
    i32 21, i32 149, i32 22, i32 150, i32 23, i32 151, i32 24, i32 152, i32 25, i32 153,
    i32 26, i32 154, i32 27, i32 155, i32 28, i32 156, i32 29, i32 157, i32 30, i32 158,
    i32 31, i32 159, i32 32, i32 160, i32 33, i32 161, i32 34, i32 162, i32 35, i32 163,
    i32 36, i32 164, i32 37, i32 165, i32 38, i32 166, i32 39, i32 167, i32 40, i32 168,
    i32 41, i32 169, i32 42, i32 170, i32 43, i32 171, i32 44, i32 172, i32 45, i32 173,
    i32 46, i32 174, i32 47, i32 175, i32 48, i32 176, i32 49, i32 177, i32 50, i32 178,
    i32 51, i32 179, i32 52, i32 180, i32 53, i32 181, i32 54, i32 182, i32 55, i32 183,
    i32 56, i32 184, i32 57, i32 185, i32 58, i32 186, i32 59, i32 187, i32 60, i32 188,
    i32 61, i32 189, i32 62, i32 190, i32 63, i32 191>
  ret <128 x i1> %r
}

define internal <128 x i1> @mergeh_2(<128 x i1> %odd, <128 x i1> %even) alwaysinline {
  %a = bitcast <128 x i1> %even to <64 x i2>
  %b = bitcast <128 x i1> %odd to <64 x i2>
  %r = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <
    i32 32, i32 96, i32 33, i32 97, i32 34, i32 98, i32 35, i32 99, i32 36, i32 100, i32 37,
    i32 101, i32 38, i32 102, i32 39, i32 103, i32 40, i32 104, i32 41, i32 105, i32 42,
    i32 106, i32 43, i32 107, i32 44, i32 108, i32 45, i32 109, i32 46, i32 110, i32 47,
    i32 111, i32 48, i32 112, i32 49, i32 113, i32 50, i32 114, i32 51, i32 115, i32 52,
    i32 116, i32 53, i32 117, i32 54, i32 118, i32 55, i32 119, i32 56, i32 120, i32 57,
    i32 121, i32 58, i32 122, i32 59, i32 123, i32 60, i32 124, i32 61, i32 125, i32 62,
    i32 126, i32 63, i32 127>
  %s = bitcast <64 x i2> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @mergel_2(<128 x i1> %odd, <128 x i1> %even) alwaysinline {
  %a = bitcast <128 x i1> %even to <64 x i2>
  %b = bitcast <128 x i1> %odd to <64 x i2>
  %r = shufflevector <64 x i2> %a, <64 x i2> %b, <64 x i32> <
    i32 0, i32 64, i32 1, i32 65, i32 2, i32 66, i32 3, i32 67, i32 4, i32 68, i32 5, i32 69,
    i32 6, i32 70, i32 7, i32 71, i32 8, i32 72, i32 9, i32 73, i32 10, i32 74, i32 11, i32 75,
    i32 12, i32 76, i32 13, i32 77, i32 14, i32 78, i32 15, i32 79, i32 16, i32 80, i32 17,
    i32 81, i32 18, i32 82, i32 19, i32 83, i32 20, i32 84, i32 21, i32 85, i32 22, i32 86,
    i32 23, i32 87, i32 24, i32 88, i32 25, i32 89, i32 26, i32 90, i32 27, i32 91, i32 28,
    i32 92, i32 29, i32 93, i32 30, i32 94, i32 31, i32 95>
  %s = bitcast <64 x i2> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @mergeh_4(<128 x i1> %odd, <128 x i1> %even) alwaysinline {
  %a = bitcast <128 x i1> %even to <32 x i4>
  %b = bitcast <128 x i1> %odd to <32 x i4>
  %r = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <
    i32 16, i32 48, i32 17, i32 49, i32 18, i32 50, i32 19, i32 51, i32 20, i32 52, i32 21,
    i32 53, i32 22, i32 54, i32 23, i32 55, i32 24, i32 56, i32 25, i32 57, i32 26, i32 58,
    i32 27, i32 59, i32 28, i32 60, i32 29, i32 61, i32 30, i32 62, i32 31, i32 63>
  %s = bitcast <32 x i4> %r to <128 x i1>
  ret <128 x i1> %s
}

define internal <128 x i1> @mergel_4(<128 x i1> %odd, <128 x i1> %even) alwaysinline {
  %a = bitcast <128 x i1> %even to <32 x i4>
  %b = bitcast <128 x i1> %odd to <32 x i4>
  %r = shufflevector <32 x i4> %a, <32 x i4> %b, <32 x i32> <
    i32 0, i32 32, i32 1, i32 33, i32 2, i32 34, i32 3, i32 35, i32 4, i32 36, i32 5, i32 37,
    i32 6, i32 38, i32 7, i32 39, i32 8, i32 40, i32 9, i32 41, i32 10, i32 42, i32 11, i32 43,
    i32 12, i32 44, i32 13, i32 45, i32 14, i32 46, i32 15, i32 47>
  %s = bitcast <32 x i4> %r to <128 x i1>
  ret <128 x i1> %s
}

; eight streams to 128 bytes
define void @p2s_ideal(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %block = getelementptr [128 x i8], ptr %a, i64 %i
  %to = getelementptr [128 x i8], ptr %out, i64 %i
  %p0 = getelementptr i8, ptr %block, i64 0
  %b0 = load <128 x i1>, ptr %p0
  %p1 = getelementptr i8, ptr %block, i64 16
  %b1 = load <128 x i1>, ptr %p1
  %p2 = getelementptr i8, ptr %block, i64 32
  %b2 = load <128 x i1>, ptr %p2
  %p3 = getelementptr i8, ptr %block, i64 48
  %b3 = load <128 x i1>, ptr %p3
  %p4 = getelementptr i8, ptr %block, i64 64
  %b4 = load <128 x i1>, ptr %p4
  %p5 = getelementptr i8, ptr %block, i64 80
  %b5 = load <128 x i1>, ptr %p5
  %p6 = getelementptr i8, ptr %block, i64 96
  %b6 = load <128 x i1>, ptr %p6
  %p7 = getelementptr i8, ptr %block, i64 112
  %b7 = load <128 x i1>, ptr %p7
  %hh0 = call <128 x i1> @mergel_1(<128 x i1> %b0, <128 x i1> %b1)
  %hh1 = call <128 x i1> @mergeh_1(<128 x i1> %b0, <128 x i1> %b1)
  %hl0 = call <128 x i1> @mergel_1(<128 x i1> %b2, <128 x i1> %b3)
  %hl1 = call <128 x i1> @mergeh_1(<128 x i1> %b2, <128 x i1> %b3)
  %lh0 = call <128 x i1> @mergel_1(<128 x i1> %b4, <128 x i1> %b5)
  %lh1 = call <128 x i1> @mergeh_1(<128 x i1> %b4, <128 x i1> %b5)
  %ll0 = call <128 x i1> @mergel_1(<128 x i1> %b6, <128 x i1> %b7)
  %ll1 = call <128 x i1> @mergeh_1(<128 x i1> %b6, <128 x i1> %b7)
  %h0 = call <128 x i1> @mergel_2(<128 x i1> %hh0, <128 x i1> %hl0)
  %h1 = call <128 x i1> @mergeh_2(<128 x i1> %hh0, <128 x i1> %hl0)
  %h2 = call <128 x i1> @mergel_2(<128 x i1> %hh1, <128 x i1> %hl1)
  %h3 = call <128 x i1> @mergeh_2(<128 x i1> %hh1, <128 x i1> %hl1)
  %l0 = call <128 x i1> @mergel_2(<128 x i1> %lh0, <128 x i1> %ll0)
  %l1 = call <128 x i1> @mergeh_2(<128 x i1> %lh0, <128 x i1> %ll0)
  %l2 = call <128 x i1> @mergel_2(<128 x i1> %lh1, <128 x i1> %ll1)
  %l3 = call <128 x i1> @mergeh_2(<128 x i1> %lh1, <128 x i1> %ll1)
  %s0 = call <128 x i1> @mergel_4(<128 x i1> %h0, <128 x i1> %l0)
  %s1 = call <128 x i1> @mergeh_4(<128 x i1> %h0, <128 x i1> %l0)
  %s2 = call <128 x i1> @mergel_4(<128 x i1> %h1, <128 x i1> %l1)
  %s3 = call <128 x i1> @mergeh_4(<128 x i1> %h1, <128 x i1> %l1)
  %s4 = call <128 x i1> @mergel_4(<128 x i1> %h2, <128 x i1> %l2)
  %s5 = call <128 x i1> @mergeh_4(<128 x i1> %h2, <128 x i1> %l2)
  %s6 = call <128 x i1> @mergel_4(<128 x i1> %h3, <128 x i1> %l3)
  %s7 = call <128 x i1> @mergeh_4(<128 x i1> %h3, <128 x i1> %l3)
  %q0 = getelementptr i8, ptr %to, i64 0
  store <128 x i1> %s0, ptr %q0
  %q1 = getelementptr i8, ptr %to, i64 16
  store <128 x i1> %s1, ptr %q1
  %q2 = getelementptr i8, ptr %to, i64 32
  store <128 x i1> %s2, ptr %q2
  %q3 = getelementptr i8, ptr %to, i64 48
  store <128 x i1> %s3, ptr %q3
  %q4 = getelementptr i8, ptr %to, i64 64
  store <128 x i1> %s4, ptr %q4
  %q5 = getelementptr i8, ptr %to, i64 80
  store <128 x i1> %s5, ptr %q5
  %q6 = getelementptr i8, ptr %to, i64 96
  store <128 x i1> %s6, ptr %q6
  %q7 = getelementptr i8, ptr %to, i64 112
  store <128 x i1> %s7, ptr %q7
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; ---- character classes and matching ----

; [a-z]: 011 and then 1 to 26
define internal <128 x i1> @is_lower(<128 x i1> %b0, <128 x i1> %b1, <128 x i1> %b2, <128 x i1> %b3, <128 x i1> %b4, <128 x i1> %b5, <128 x i1> %b6, <128 x i1> %b7) alwaysinline {
  %not0 = xor <128 x i1> %b0, splat (i1 true)
  %t = and <128 x i1> %not0, %b1
  %column = and <128 x i1> %t, %b2
  %or67 = or <128 x i1> %b6, %b7
  %or56 = or <128 x i1> %b5, %or67
  %low = or <128 x i1> %b4, %or56
  %some = or <128 x i1> %b3, %low
  %and67 = and <128 x i1> %b6, %b7
  %from27 = or <128 x i1> %b5, %and67
  %eights = and <128 x i1> %b3, %b4
  %above = and <128 x i1> %eights, %from27
  %within = xor <128 x i1> %above, splat (i1 true)
  %u = and <128 x i1> %some, %within
  %r = and <128 x i1> %column, %u
  ret <128 x i1> %r
}

; "@": 01000000
define internal <128 x i1> @is_at(<128 x i1> %b0, <128 x i1> %b1, <128 x i1> %b2, <128 x i1> %b3, <128 x i1> %b4, <128 x i1> %b5, <128 x i1> %b6, <128 x i1> %b7) alwaysinline {
  %o1 = or <128 x i1> %b0, %b2
  %o2 = or <128 x i1> %b3, %b4
  %o3 = or <128 x i1> %b5, %b6
  %o4 = or <128 x i1> %o1, %o2
  %o5 = or <128 x i1> %o3, %b7
  %o6 = or <128 x i1> %o4, %o5
  %none = xor <128 x i1> %o6, splat (i1 true)
  %r = and <128 x i1> %b1, %none
  ret <128 x i1> %r
}

; every marker one place on; what leaves the block is lost
define internal <128 x i1> @advance(<128 x i1> %m) alwaysinline {
  %x = bitcast <128 x i1> %m to i128
  %y = shl i128 %x, 1
  %r = bitcast i128 %y to <128 x i1>
  ret <128 x i1> %r
}

; markers on every place that is reached from one of m by members of the class only: the carry of a sum runs through them
; (Cameron et al., "Bitwise data parallelism in regular expression matching", 2014)
define internal <128 x i1> @match_star(<128 x i1> %m, <128 x i1> %class) alwaysinline {
  %start = and <128 x i1> %m, %class
  %s = bitcast <128 x i1> %start to i128
  %c = bitcast <128 x i1> %class to i128
  %sum = add i128 %s, %c
  %t = bitcast i128 %sum to <128 x i1>
  %u = xor <128 x i1> %t, %class
  %r = or <128 x i1> %u, %m
  ret <128 x i1> %r
}

; [a-z]+@[a-z]+ in every block of 128 bytes for itself: a bit for each place where a match may end

define void @match_address(ptr %a, ptr %b, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %block = getelementptr [128 x i8], ptr %a, i64 %i
  %to = getelementptr [16 x i8], ptr %out, i64 %i
  %t = call { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } @transpose(ptr %block)
  %b0 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 0
  %b1 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 1
  %b2 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 2
  %b3 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 3
  %b4 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 4
  %b5 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 5
  %b6 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 6
  %b7 = extractvalue { <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1>, <128 x i1> } %t, 7
  %lower = call <128 x i1> @is_lower(<128 x i1> %b0, <128 x i1> %b1, <128 x i1> %b2, <128 x i1> %b3, <128 x i1> %b4, <128 x i1> %b5, <128 x i1> %b6, <128 x i1> %b7)
  %at = call <128 x i1> @is_at(<128 x i1> %b0, <128 x i1> %b1, <128 x i1> %b2, <128 x i1> %b3, <128 x i1> %b4, <128 x i1> %b5, <128 x i1> %b6, <128 x i1> %b7)
  %first = call <128 x i1> @advance(<128 x i1> %lower)
  %name = call <128 x i1> @match_star(<128 x i1> %first, <128 x i1> %lower)
  %signs = and <128 x i1> %name, %at
  %behind = call <128 x i1> @advance(<128 x i1> %signs)
  %begun = and <128 x i1> %behind, %lower
  %one = call <128 x i1> @advance(<128 x i1> %begun)
  %match = call <128 x i1> @match_star(<128 x i1> %one, <128 x i1> %lower)
  store <128 x i1> %match, ptr %to
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
