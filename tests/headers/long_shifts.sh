#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# long_shifts.sh INCLUDE - every fshl_K of the headers in INCLUDE, with gcc and with clang, on random
# registers and blocks beside long_shifts.h, which moves bit by bit. Functions whose target the
# processor lacks are counted as skipped.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
name='lanesmith_fshl_\([0-9]*\)_\([0-9]*\)_\([a-z][0-9x]*\)_\([a-z0-9_]*\)(\([^ ]*\) a, .*)'
each() { # MACRO INCLUDE: a line for each function
    sed -n "s/^static inline [^ ]* $name.*/$1(\1, \2, \3, \4, \5)/p" \
        "$2"/lanesmith/*/long_shift.h "$2"/lanesmith/*/long_shift_blocks.h
}
{
    echo "#include \"$here/long_shifts.h\""
    for header in "$1"/lanesmith/*/long_shift.h "$1"/lanesmith/*/long_shift_blocks.h; do
        echo "#include \"$header\""
    done
    each FUNCTION_OF_TWO "$1"
    echo 'int main(void)'
    echo '{'
    each TRY_OF_TWO "$1"
    echo '    return report();'
    echo '}'
} >"$dir/shifts.c"
for cc in gcc clang-19; do
    "$cc" -O1 -Wall -Wextra -Werror -Wno-unused-function "$dir/shifts.c" -I"$1" -o "$dir/shifts"
    echo "$cc: $("$dir/shifts")"
done
[ "$(grep -c ^TRY "$dir/shifts.c")" -ge 600 ] && exit
echo "fewer than 600 functions in the headers" >&2
exit 1
