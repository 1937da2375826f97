# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The cell that people have in mind comes first, for phrases that they would type; typing errors are
# mended; bad input is told.
. "$(dirname "$0")/lib.sh"
run 0 "$LANESMITH" db load --db a.db "$LANESMITH_SOURCE/db"
finds() { # WORDS... EXPECTED: the first answer begins so
  local expected=${*: -1} words=("${@:1:$#-1}")
  "$LANESMITH" find --db a.db --limit 1 "${words[@]}" >out 2>err </dev/null || fail "nothing: $*"
  head -1 out | grep -qE "^1\. $expected " ||
    fail "\"${words[*]}\" is $(head -1 out), expected $expected"
}
finds unpack nibbles 'zext2_0 8'
finds Unpack Nibbles 'zext2_0 8'
finds i4 to i8 'zext2_0 8'
finds nibbles to bytes 'zext2_0 8'
finds unpack signed int4 'sext2_0 8'
finds dequantise 'zext2_0 8'
finds dequantize int2 'zext4_0 8'
finds pack nibbles 'packl 8'
finds i8 to i4 'packl 8'
finds movemask 'sign_bits 8'
finds pmovmskb 'sign_bits 8'
finds inverse movemask 'bits_mask 8'
finds popcount 'ctpop 8'
finds popcount of nibbles 'ctpop 4'
finds count set bits in 2-bit fields 'ctpop 2'
finds hamming weight 'ctpop 8'
finds leading zeros 'ctlz 8'
finds interleave 'mergel 8'
finds zip 'mergel 8'
finds deinterleave 'packl 8'
finds morton 'mergel 1'
finds interleave bits 'mergel 1'
finds blend 'select_mask 8'
finds bitwise select 'select 8'
finds saturating add 'uadd_sat 8'
finds signed saturating add 'sadd_sat 8'
finds saturating add of 4-bit numbers 'uadd_sat 4'
finds saturating subtract 'usub_sat 8'
finds average 'uavg_ceil 8'
finds absolute difference 'uabs_diff 8'
finds absolute value 'abs 8'
finds minimum 'umin 8'
finds greater than 'ugt 8'
finds compare equal 'eq 8'
finds add 2-bit 'add 2'
finds dna add 'add 2'
finds add 3-bit 'add 3'
finds multiply 12-bit 'mul 12'
finds umin of 12-bit 'umin 12'
finds horizontal sum 'reduce_add 8'
finds prefix sum 'prefix_add 8'
finds broadcast 'splat_low 8'
finds reverse bits 'bitreverse 8'
finds byte swap 'bswap 16'
finds table lookup 'permute 8'
finds shuffle 'permute 8'
finds filter 'compress 8'
finds left pack 'compress 8'
finds parallel bit extract 'pext 64'
finds rotate left 'rotl 8'
finds funnel shift 'fsh[lr] 8'
finds high half of the product 'mulhu 8'
finds multiply bytes 'mul 8'
finds full adder carry 'majority 8'
finds umin 'umin 8'
finds swap nibbles 'swap_fields 4'
finds palignr 'window_1 8'
finds arithmetic shift right 'ashr 8'

# Numbers with units, conversions, directions, "in bytes", amounts, synonyms.
finds pack bytes to bits '(sign|mask)_bits 8'
finds uint4 to uint8 'zext2_0 8'
finds int8 to int16 'zext2_0 16'
finds signed int8 to int16 'sext2_0 16'
finds '4 bits -> 16 bits' 'zext4_0 16'
finds u16 to u8 'packl 16'
finds u32_t to u16_t 'packl 32'
finds unpack 2-bit weights 'zext4_0 8'
finds sign extend 4-bit 'sext2_0 8'
finds sign-extend nibbles please 'sext2_0 8'
finds zero extend 8 bits 'zext2_0 16'
finds zext 16 bits 'zext2_0 32'
finds reverse bits in bytes 'bitreverse 8'
finds bit reversal in bytes 'bitreverse 8'
finds bit reversal within nibbles 'bitreverse 4'
finds is equal to zero 'eq 8'
finds compare 4-bit fields with zeros 'eq 4'
finds swap adjacent bits 'swap_fields 1'
finds exchange neighboring bits 'swap_fields 1'
finds rotate left 32-bit by 7 'rotl 32'
finds rotate left nibbles by 1 'rotl_1 4'
finds shift right by 3 'lshr_3 8'
finds extract low half 'zext_low 8'
finds the high half of each byte 'zext_high 8'
finds add 128-bit 'add 128 x128'
finds popcount per nibble 'ctpop 4'
finds count leading zeros in 16-bit 'ctlz 16'
finds sum across all lanes 'reduce_add 8'
finds horizontal max 'reduce_umax 8'
finds max of signed bytes 'smax 8'
finds saturating add 4 bits 'uadd_sat 4'
finds identical bytes 'eq 8'
finds transpose '(s2p|s2p [0-9]*)'
finds deinterleave bits into planes 's2p'
finds serial to parallel 's2p'
finds bit planes to fields 'p2s'

# What no operation computes is said, with what to do instead; nothing else is printed.
lacks_all() { # REMEDY WORDS...
  run 1 "$LANESMITH" find --db a.db "${@:2}"
  says err "lanesmith find: no operation is "
  says err "$1"
  [ ! -s out ] || fail "an answer all the same: $*"
}
lacks_all 'prefix_xor' carryless multiply
lacks_all 'prefix_xor' carry-less multiplication
lacks_all 'prefix_xor' clmul
lacks_all 'eq_bits and ctpop' count matching bases
lacks_all 'mul and reduce_add' 4-bit dot product
lacks_all 'mul and reduce_add' int8 dot
lacks_all 'mul and reduce_add' vpdpbusd
lacks_all 'mul and add' multiply-add
lacks_all 'mul and add' fma
lacks_all 'window_1' concat
lacks_all 'window_1' concatenate two vectors
lacks_all 'permute' gather from memory
run 1 "$LANESMITH" find --db a.db --json fma
says out '[]'
# Of a text that has only some of the words that is said.
run 0 "$LANESMITH" find --db a.db divide equal shuffle
says err 'nothing is called `divide equal shuffle`; these have some of it'
# An operation without a sequence is there, and how it gets one.
run 0 "$LANESMITH" synth --db small.db --op add --width 2 --class r64 --target x86-64 --effort quick
run 0 "$LANESMITH" find --db small.db bit reversal
says out '1. bitreverse   no sequence is in the database'
says out 'lanesmith synth --op bitreverse'

# The answers tell cost, target and call; typing errors are mended and told.
run 0 "$LANESMITH" find --db a.db popcuont
says err 'note: nothing is called `popcuont`; the nearest word is `popcount`'
says out '1. ctpop 8 x128   16 fields of 8 bits'
says out '   instructions  8 on x86-64'
says out '   C             __m128i r = lanesmith_ctpop_8_x128(a);   /* <lanesmith.h>, or <lanes'
says out '<lanesmith/TARGET/bits.h> */'
says out '   more          lanesmith show ctpop 8 x128 x86-64'
[ "$(grep -c '^[1-9]\. ' out)" -ge 1 ] || fail "no answers"
run 0 "$LANESMITH" find --db a.db --json --limit 3 add
says out '[{"op": "add", "width": 8, "class": "x128", "meaning": "Sum modulo 2^w.", "c": '
says out '"__m128i r = lanesmith_add_8_x128(a, b);"'
python3 -c 'import json; assert len(json.load(open("out"))) == 3' || fail "the JSON is not valid"
run 0 "$LANESMITH" find --db a.db --class r64 add nibbles
says out '1. add 4 r64   16 fields of 4 bits'
run 0 "$LANESMITH" find --db a.db add 12-bit fields
says out '1. add 12 x128   10 fields of 12 bits'
says out '/* LANESMITH_ODD_WIDTHS and <lanesmith.h>, or <lanesmith/TARGET/arith_odd.h> */'
# An answer by the name and by a phrase is one.
run 0 "$LANESMITH" find --db a.db --limit 20 add 2-bit fields
[ "$(grep -c '^[0-9]*\. add 2 x128' out)" = 1 ] || fail "an answer is printed twice"

# Words that nothing is called are left out, unless they are a slip of the keyboard.
run 0 "$LANESMITH" find --db a.db minimum of 12-bit samples
says out '1. umin 12 x128'
lacks err 'nearest'
run 0 "$LANESMITH" find --db a.db bilinear filter
says err 'note: nothing is called `bilinear`'
says out '1. compress 8'
run 0 "$LANESMITH" find --db a.db minimun of bytes
says err 'the nearest word is `minimum`'

run 2 "$LANESMITH" find --db a.db
says err 'expected words, as in `lanesmith find unpack nibbles`'
run 2 "$LANESMITH" find --db a.db ' ,'
says err 'expected words'
run 1 "$LANESMITH" find --db a.db xyzzyqwertz
says err 'nothing is called `xyzzyqwertz`'
# Signs of the search language are words like others.
run 0 "$LANESMITH" find --db a.db 'add" OR (NEAR'
run 2 "$LANESMITH" find --db none.db add
