# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every command explains itself on standard output, with status 0 and nothing on standard error.
. "$(dirname "$0")/lib.sh"
run 0 "$LANESMITH" --help
for c in synth verify emit show find report db validate cost tv sygus bench; do
  says out "  $c"
done
says out "Exit status"
run 0 "$LANESMITH" -h
for option in --version -V; do
  run 0 "$LANESMITH" $option
  says out "lanesmith "
  grep -qE '^revision ([0-9a-f]{7,}(\+changes)?|unknown)$' out || fail "no revision"
  grep -qE '^LLVM [0-9.]+, z3 [0-9.]+, SQLite [0-9.]+$' out || fail "no versions of libraries"
  grep '^revision' out >revision
  run 0 "$LANESMITH_OPT" $option
  says out "lanesmith-opt "
  says out "$(cat revision)"
  grep -qE '^LLVM [0-9.]+$' out || fail "no version of LLVM"
done
for c in synth verify emit show find report validate cost tv sygus "db load" "db dump" "db check" \
  "db stats" "db merge" "db prune"; do
  # shellcheck disable=SC2086
  run 0 "$LANESMITH" $c --help
  says out "Usage: lanesmith $c"
  says out "Examples:"
  says out "Exit status"
  [ -s err ] && fail "help of $c wrote to standard error"
  # shellcheck disable=SC2086
  run 0 "$LANESMITH" $c -h
done
run 0 "$LANESMITH" db --help
says out "merge"
run 0 "$LANESMITH" bench --help
run 0 "$LANESMITH" show --help
says out 'print its obligations'
# The examples of help texts name options that exist.
for c in synth verify emit show find report validate cost tv sygus "db load" "db dump" "db check" \
  "db stats" "db merge" "db prune"; do
  # shellcheck disable=SC2086
  "$LANESMITH" $c --help | sed -n '/^Examples:/,/^$/p' | grep -o -e '--[a-z][a-z0-9-]*' | sort -u |
    while read -r option; do
      # shellcheck disable=SC2086
      "$LANESMITH" $c --help | grep -q -e "$option " || fail "$c: the examples use $option, the options do not list it"
    done || exit 1
done
