#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# by_bits.sh INCLUDE PROGRAM FAMILY NAME LEAST - every function of the headers FAMILY.h and
# FAMILY_blocks.h in INCLUDE, with gcc and with clang, on random bits beside PROGRAM.h, which moves
# them one by one. NAME: what in the functions' names stands before the width, a pattern of sed
# whose first group the program gets. Functions whose target the processor lacks are counted as
# skipped; fewer than LEAST functions are a failure.
set -eu
include=$1 program=$2 family=$3 least=$5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
name="lanesmith_$4_\([0-9]*\)_\([a-z][0-9x]*\)_\([a-z0-9_]*\)(\([^ ]*\) a.*)"
headers() { ls "$include"/lanesmith/*/"$family.h" "$include"/lanesmith/*/"${family}_blocks.h"; }
each() { # MACRO: a line for each function
    awk -f "$here/functions.awk" $(headers) |
        sed -n "s/^static inline [^ ]* $name.*/$1(\1, \2, \3, \4, \5)/p"
}
{
    echo "#include \"$here/$program.h\""
    headers | sed 's/.*/#include "&"/'
    each FUNCTION
    echo 'int main(void)'
    echo '{'
    each TRY
    echo '    return report();'
    echo '}'
} >"$dir/all.c"
for cc in gcc clang-19; do
    "$cc" -O1 -Wall -Wextra -Werror "$dir/all.c" -I"$include" -o "$dir/all"
    echo "$cc: $("$dir/all")"
done
[ "$(grep -c ^TRY "$dir/all.c")" -ge "$least" ] && exit
echo "fewer than $least functions in the headers" >&2
exit 1
