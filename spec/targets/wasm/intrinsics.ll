; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; intrinsics.ll - what intrinsics of WebAssembly mean, for the reader of IR.
;
; Source: WebAssembly Core Specification 2.0, "Vector Operations" and the numerics that it refers
; to.
; Shares nothing with isa/, on purpose.

; ibitselect: (i1 and i3) or (i2 and not i3).
define <2 x i64> @wasm.bitselect.v2i64(<2 x i64> %v1, <2 x i64> %v2, <2 x i64> %c) {
  %x = and <2 x i64> %v1, %c
  %n = xor <2 x i64> %c, <i64 -1, i64 -1>
  %y = and <2 x i64> %v2, %n
  %r = or <2 x i64> %x, %y
  ret <2 x i64> %r
}

; iavgr_u: (i1 + i2 + 1) / 2, rounded toward zero.
define <16 x i8> @wasm.avgr.unsigned.v16i8(<16 x i8> %a, <16 x i8> %b) {
  %x = zext <16 x i8> %a to <16 x i16>
  %y = zext <16 x i8> %b to <16 x i16>
  %s = add <16 x i16> %x, %y
  %t = add <16 x i16> %s, splat (i16 1)
  %h = udiv <16 x i16> %t, splat (i16 2)
  %r = trunc <16 x i16> %h to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @wasm.avgr.unsigned.v8i16(<8 x i16> %a, <8 x i16> %b) {
  %x = zext <8 x i16> %a to <8 x i32>
  %y = zext <8 x i16> %b to <8 x i32>
  %s = add <8 x i32> %x, %y
  %t = add <8 x i32> %s, splat (i32 1)
  %h = udiv <8 x i32> %t, splat (i32 2)
  %r = trunc <8 x i32> %h to <8 x i16>
  ret <8 x i16> %r
}

; isub_sat_s, isub_sat_u: the difference, saturated.
define <16 x i8> @wasm.sub.sat.signed.v16i8(<16 x i8> %a, <16 x i8> %b) {
  %x = sext <16 x i8> %a to <16 x i16>
  %y = sext <16 x i8> %b to <16 x i16>
  %d = sub <16 x i16> %x, %y
  %low = icmp slt <16 x i16> %d, splat (i16 -128)
  %p = select <16 x i1> %low, <16 x i16> splat (i16 -128), <16 x i16> %d
  %high = icmp sgt <16 x i16> %p, splat (i16 127)
  %q = select <16 x i1> %high, <16 x i16> splat (i16 127), <16 x i16> %p
  %r = trunc <16 x i16> %q to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @wasm.sub.sat.unsigned.v16i8(<16 x i8> %a, <16 x i8> %b) {
  %below = icmp ult <16 x i8> %a, %b
  %d = sub <16 x i8> %a, %b
  %r = select <16 x i1> %below, <16 x i8> zeroinitializer, <16 x i8> %d
  ret <16 x i8> %r
}
define <8 x i16> @wasm.sub.sat.signed.v8i16(<8 x i16> %a, <8 x i16> %b) {
  %x = sext <8 x i16> %a to <8 x i32>
  %y = sext <8 x i16> %b to <8 x i32>
  %d = sub <8 x i32> %x, %y
  %low = icmp slt <8 x i32> %d, splat (i32 -32768)
  %p = select <8 x i1> %low, <8 x i32> splat (i32 -32768), <8 x i32> %d
  %high = icmp sgt <8 x i32> %p, splat (i32 32767)
  %q = select <8 x i1> %high, <8 x i32> splat (i32 32767), <8 x i32> %p
  %r = trunc <8 x i32> %q to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @wasm.sub.sat.unsigned.v8i16(<8 x i16> %a, <8 x i16> %b) {
  %below = icmp ult <8 x i16> %a, %b
  %d = sub <8 x i16> %a, %b
  %r = select <8 x i1> %below, <8 x i16> zeroinitializer, <8 x i16> %d
  ret <8 x i16> %r
}

; iq15mulrsat_s: (i1 * i2 + 2^14) >> 15, saturated; only the highest value can be exceeded.
define <8 x i16> @wasm.q15mulr.sat.signed(<8 x i16> %a, <8 x i16> %b) {
  %x = sext <8 x i16> %a to <8 x i32>
  %y = sext <8 x i16> %b to <8 x i32>
  %m = mul <8 x i32> %x, %y
  %s = add <8 x i32> %m, splat (i32 16384)
  %h = ashr <8 x i32> %s, splat (i32 15)
  %high = icmp sgt <8 x i32> %h, splat (i32 32767)
  %q = select <8 x i1> %high, <8 x i32> splat (i32 32767), <8 x i32> %h
  %r = trunc <8 x i32> %q to <8 x i16>
  ret <8 x i16> %r
}

; extadd_pairwise: lanes 2 i and 2 i + 1, extended and added.
define <8 x i16> @wasm.extadd.pairwise.signed.v8i16(<16 x i8> %a) {
  %x = sext <16 x i8> %a to <16 x i16>
  %e = shufflevector <16 x i16> %x, <16 x i16> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6,
      i32 8, i32 10, i32 12, i32 14>
  %o = shufflevector <16 x i16> %x, <16 x i16> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7,
      i32 9, i32 11, i32 13, i32 15>
  %r = add <8 x i16> %e, %o
  ret <8 x i16> %r
}
define <8 x i16> @wasm.extadd.pairwise.unsigned.v8i16(<16 x i8> %a) {
  %x = zext <16 x i8> %a to <16 x i16>
  %e = shufflevector <16 x i16> %x, <16 x i16> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6,
      i32 8, i32 10, i32 12, i32 14>
  %o = shufflevector <16 x i16> %x, <16 x i16> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7,
      i32 9, i32 11, i32 13, i32 15>
  %r = add <8 x i16> %e, %o
  ret <8 x i16> %r
}
define <4 x i32> @wasm.extadd.pairwise.signed.v4i32(<8 x i16> %a) {
  %x = sext <8 x i16> %a to <8 x i32>
  %e = shufflevector <8 x i32> %x, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %o = shufflevector <8 x i32> %x, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %r = add <4 x i32> %e, %o
  ret <4 x i32> %r
}
define <4 x i32> @wasm.extadd.pairwise.unsigned.v4i32(<8 x i16> %a) {
  %x = zext <8 x i16> %a to <8 x i32>
  %e = shufflevector <8 x i32> %x, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %o = shufflevector <8 x i32> %x, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %r = add <4 x i32> %e, %o
  ret <4 x i32> %r
}

; narrow: lanes of the first operand, then of the second, signed, each saturated to half its width.
define <16 x i8> @wasm.narrow.signed.v16i8.v8i16(<8 x i16> %a, <8 x i16> %b) {
  %v = shufflevector <8 x i16> %a, <8 x i16> %b, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4,
      i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %low = icmp slt <16 x i16> %v, splat (i16 -128)
  %p = select <16 x i1> %low, <16 x i16> splat (i16 -128), <16 x i16> %v
  %high = icmp sgt <16 x i16> %p, splat (i16 127)
  %q = select <16 x i1> %high, <16 x i16> splat (i16 127), <16 x i16> %p
  %r = trunc <16 x i16> %q to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @wasm.narrow.unsigned.v16i8.v8i16(<8 x i16> %a, <8 x i16> %b) {
  %v = shufflevector <8 x i16> %a, <8 x i16> %b, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4,
      i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %low = icmp slt <16 x i16> %v, splat (i16 0)
  %p = select <16 x i1> %low, <16 x i16> splat (i16 0), <16 x i16> %v
  %high = icmp sgt <16 x i16> %p, splat (i16 255)
  %q = select <16 x i1> %high, <16 x i16> splat (i16 255), <16 x i16> %p
  %r = trunc <16 x i16> %q to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @wasm.narrow.signed.v8i16.v4i32(<4 x i32> %a, <4 x i32> %b) {
  %v = shufflevector <4 x i32> %a, <4 x i32> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4,
      i32 5, i32 6, i32 7>
  %low = icmp slt <8 x i32> %v, splat (i32 -32768)
  %p = select <8 x i1> %low, <8 x i32> splat (i32 -32768), <8 x i32> %v
  %high = icmp sgt <8 x i32> %p, splat (i32 32767)
  %q = select <8 x i1> %high, <8 x i32> splat (i32 32767), <8 x i32> %p
  %r = trunc <8 x i32> %q to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @wasm.narrow.unsigned.v8i16.v4i32(<4 x i32> %a, <4 x i32> %b) {
  %v = shufflevector <4 x i32> %a, <4 x i32> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4,
      i32 5, i32 6, i32 7>
  %low = icmp slt <8 x i32> %v, splat (i32 0)
  %p = select <8 x i1> %low, <8 x i32> splat (i32 0), <8 x i32> %v
  %high = icmp sgt <8 x i32> %p, splat (i32 65535)
  %q = select <8 x i1> %high, <8 x i32> splat (i32 65535), <8 x i32> %p
  %r = trunc <8 x i32> %q to <8 x i16>
  ret <8 x i16> %r
}

; dot: products of lanes 2 i and of lanes 2 i + 1, added modulo 2^32.
define <4 x i32> @wasm.dot(<8 x i16> %a, <8 x i16> %b) {
  %x = sext <8 x i16> %a to <8 x i32>
  %y = sext <8 x i16> %b to <8 x i32>
  %m = mul <8 x i32> %x, %y
  %e = shufflevector <8 x i32> %m, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %o = shufflevector <8 x i32> %m, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %r = add <4 x i32> %e, %o
  ret <4 x i32> %r
}

; swizzle: the lane of the first operand that the second names, else 0: what AArch64 calls TBL.
declare <16 x i8> @llvm.aarch64.neon.tbl1.v16i8(<16 x i8>, <16 x i8>)
define <16 x i8> @wasm.swizzle(<16 x i8> %a, <16 x i8> %s) {
  %r = call <16 x i8> @llvm.aarch64.neon.tbl1.v16i8(<16 x i8> %a, <16 x i8> %s)
  ret <16 x i8> %r
}

; bitmask: bit i is set where lane i is less than 0. all_true: no lane is 0; any_true: some bit is
; 1.
define i32 @wasm.bitmask.v16i8(<16 x i8> %a) {
  %s = icmp slt <16 x i8> %a, zeroinitializer
  %b = bitcast <16 x i1> %s to i16
  %r = zext i16 %b to i32
  ret i32 %r
}
define i32 @wasm.alltrue.v16i8(<16 x i8> %a) {
  %z = icmp ne <16 x i8> %a, zeroinitializer
  %b = bitcast <16 x i1> %z to i16
  %t = icmp eq i16 %b, -1
  %r = zext i1 %t to i32
  ret i32 %r
}
define i32 @wasm.bitmask.v8i16(<8 x i16> %a) {
  %s = icmp slt <8 x i16> %a, zeroinitializer
  %b = bitcast <8 x i1> %s to i8
  %r = zext i8 %b to i32
  ret i32 %r
}
define i32 @wasm.alltrue.v8i16(<8 x i16> %a) {
  %z = icmp ne <8 x i16> %a, zeroinitializer
  %b = bitcast <8 x i1> %z to i8
  %t = icmp eq i8 %b, -1
  %r = zext i1 %t to i32
  ret i32 %r
}
define i32 @wasm.bitmask.v4i32(<4 x i32> %a) {
  %s = icmp slt <4 x i32> %a, zeroinitializer
  %b = bitcast <4 x i1> %s to i4
  %r = zext i4 %b to i32
  ret i32 %r
}
define i32 @wasm.alltrue.v4i32(<4 x i32> %a) {
  %z = icmp ne <4 x i32> %a, zeroinitializer
  %b = bitcast <4 x i1> %z to i4
  %t = icmp eq i4 %b, -1
  %r = zext i1 %t to i32
  ret i32 %r
}
define i32 @wasm.bitmask.v2i64(<2 x i64> %a) {
  %s = icmp slt <2 x i64> %a, zeroinitializer
  %b = bitcast <2 x i1> %s to i2
  %r = zext i2 %b to i32
  ret i32 %r
}
define i32 @wasm.alltrue.v2i64(<2 x i64> %a) {
  %z = icmp ne <2 x i64> %a, zeroinitializer
  %b = bitcast <2 x i1> %z to i2
  %t = icmp eq i2 %b, -1
  %r = zext i1 %t to i32
  ret i32 %r
}
define i32 @wasm.anytrue.v16i8(<16 x i8> %a) {
  %x = bitcast <16 x i8> %a to i128
  %t = icmp ne i128 %x, 0
  %r = zext i1 %t to i32
  ret i32 %r
}
