# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The report of all winners: below 30 MB, with every cell, and files small enough to open at once.
. "$(dirname "$0")/../cli/lib.sh"
run 0 "$LANESMITH" report --db "$LANESMITH_DB" --out site --json
cells=$(sqlite3 "$LANESMITH_DB" "select count(*) from winners")
says out "\"cells\": $cells,"
bytes=$(find site -type f -printf '%s\n' | awk '{n += $1} END {print n}')
[ "$bytes" -lt 30000000 ] || fail "the report has $bytes bytes, expected fewer than 30 MB"
large=$(find site -type f -size +400k)
[ -z "$large" ] || fail "a page waits for a file of more than 400 kB: $large"
