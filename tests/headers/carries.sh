#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# carries.sh INCLUDE - carries.c with gcc and with clang, against the headers in INCLUDE. It names
# every function of their family `stream` that has a carry: one that it does not name is an error.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(dirname "$0")
for cc in gcc clang-19; do
    "$cc" -O2 -Wall -Wextra -Werror -I"$1" "$here/carries.c" -o "$dir/carries"
    echo "$cc: $("$dir/carries")"
done
for header in "$1"/lanesmith/*/stream.h "$1"/lanesmith/*/stream_blocks.h; do
    awk -f "$here/functions.awk" "$header" |
        sed -n -e '/lanesmith_join_/d' -e 's/^static inline [^ ]* lanesmith_//' \
            -e 's/^\([a-z_]*\)_\([0-9]*\)_\([a-z][0-9x]*\)_\(.*\)(.*/\1 \3 \4/p'
done >"$dir/there"
while read -r name class target; do
    grep -q "OF_TARGETS(X, $name)" "$here/carries.c" &&
        grep -Eq "$class, ([_a-z0-9]*, $target|lanesmith_$class, SUFFIX)," "$here/carries.c" ||
        { echo "carries.c does not test $name of $class for $target" >&2; exit 1; }
done <"$dir/there"
[ "$(wc -l <"$dir/there")" -ge 310 ] && exit
echo "fewer than 310 functions in the headers" >&2
exit 1
