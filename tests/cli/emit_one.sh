# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One self-contained C header of the cells that are asked for: it compiles alone and beside another,
# computes, and bad input writes nothing.
. "$(dirname "$0")/lib.sh"
run 0 "$LANESMITH" synth --db a.db --op add,xor --width 2 --class x128,r64 \
  --target x86-64,x86-64-v3 --effort quick
run 0 "$LANESMITH" verify --db a.db
run 0 "$LANESMITH" emit --db a.db --file dna.h --op add --width 2 --class x128 --target x86-64 \
  --prefix dna
says err '1 function'
says dna.h 'SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception'
says dna.h 'static inline __m128i dna_add_2_x128_x86_64(__m128i a, __m128i b) {'
says dna.h ' * proved: obligation'
run 0 "$LANESMITH" emit --db a.db --file both.h --op add --class r64
says both.h 'lanesmith_add_2_r64_x86_64(uint64_t a'
says both.h 'lanesmith_add_2_r64_x86_64_v3(uint64_t a'
[ "$(grep -c 'include <immintrin.h>' both.h)" = 1 ] || fail "an include is not there once"
run 0 "$LANESMITH" emit --db a.db --file - --op xor --target x86-64 --class r64
says out 'lanesmith_xor_2_r64_x86_64(uint64_t a'

cat >use.c <<'C'
#include "dna.h"
#include "both.h"
int main(void)
{
  uint64_t a = 0x1b1b1b1b1b1b1b1bu, b = 0x5555555555555555u, sum = 0;
  for (int i = 0; i < 64; i += 2) sum |= (((a >> i) + (b >> i)) & 3) << i;
  __m128i r = dna_add_2_x128(_mm_set1_epi64x((long long)a), _mm_set1_epi64x((long long)b));
  return lanesmith_add_2_r64_x86_64(a, b) != sum || (uint64_t)_mm_cvtsi128_si64(r) != sum;
}
C
for cc in gcc clang-19; do
  run 0 $cc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror use.c -o use
  run 0 ./use
done

mkdir empty
cd empty || exit 1
run 2 "$LANESMITH" emit --db ../a.db --file x.h --op add --prefix 2dna
says err '--prefix: `2dna` cannot begin a name in C'
run 2 "$LANESMITH" emit --db ../a.db --file x.h --op mul
says err 'no proved lowering in C is chosen'
run 2 "$LANESMITH" emit --db ../a.db --op add
says err 'name it by --file'
run 2 "$LANESMITH" emit --db ../a.db --file x.h --op ad
run 3 "$LANESMITH" emit --db ../a.db --file none/x.h --op add
for f in x.h none; do [ ! -e $f ] || fail "bad input left $f"; done
