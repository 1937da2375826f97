#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# at_most.sh N - reads assembly from standard input; fails, and shows it, when a function has more than N instructions.
awk -v limit="$1" '
  /^[A-Za-z_][A-Za-z0-9_.]*:/ { name = $1; count[name] = 0; order[++names] = name }
  /^\t[a-z]/ { count[name]++ }
  { line[NR] = $0 }
  END {
    for (i = 1; i <= names; i++)
      if (count[order[i]] > limit) { print order[i], count[order[i]], "instructions, at most", limit, "expected"; bad = 1 }
    if (names == 0) { print "no function"; bad = 1 }
    if (bad) for (i = 1; i <= NR && i <= 200; i++) print line[i]
    exit bad
  }' >&2
