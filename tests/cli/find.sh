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
says out '2. umin 12 x128'
lacks err 'nearest'
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
