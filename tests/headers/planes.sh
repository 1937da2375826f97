#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# planes.sh INCLUDE - every s2p and p2s of the headers in INCLUDE, with gcc and with clang, on
# random fields beside planes.h, which moves bit by bit. Functions whose target the processor
# lacks are counted as skipped.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
name='lanesmith_\([sp]2[sp]\)_\([0-9]*\)_\([a-z][0-9x]*\)_\([a-z0-9_]*\)(\([^ ]*\) a)'
each() { # MACRO INCLUDE: a line for each function
    sed -n "s/^static inline [^ ]* $name.*/$1(\1, \2, \3, \4, \5)/p" \
        "$2"/lanesmith/*/transpose.h "$2"/lanesmith/*/transpose_blocks.h
}
{
    echo "#include \"$here/planes.h\""
    for header in "$1"/lanesmith/*/transpose.h "$1"/lanesmith/*/transpose_blocks.h; do
        echo "#include \"$header\""
    done
    each FUNCTION "$1"
    echo 'int main(void)'
    echo '{'
    each TRY "$1"
    echo '    return report();'
    echo '}'
} >"$dir/planes.c"
for cc in gcc clang-19; do
    "$cc" -O1 -Wall -Wextra -Werror "$dir/planes.c" -I"$1" -o "$dir/planes"
    echo "$cc: $("$dir/planes")"
done
[ "$(grep -c ^TRY "$dir/planes.c")" -ge 200 ] && exit
echo "fewer than 200 functions in the headers" >&2
exit 1
