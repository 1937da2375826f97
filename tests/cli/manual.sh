# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The manual and --help name the same options for every command.
. "$(dirname "$0")/lib.sh"
manual="$LANESMITH_SOURCE/docs/lanesmith.1"

# The options in the section of a command; \- is a hyphen.
of_manual() {
  awk -v want=".SS lanesmith $1" '/^\.S[SH] /{on = ($0 == want)} on' "$manual" | sed 's/\\-/-/g' |
    grep -o -e '--[a-z][a-z0-9-]*' | grep -v -x -e --help | sort -u
}

of_help() {
  # shellcheck disable=SC2086
  "$LANESMITH" $1 --help | sed -n '/^Options:/,/^$/p' | grep -o -e '^ *-[^ ]*.*' | grep -o -e '--[a-z][a-z0-9-]*' |
    grep -v -x -e --help | sort -u
}

for c in synth verify emit show find report validate cost tv sygus "db load" "db dump" "db check" \
  "db stats" "db merge" "db prune"; do
  of_manual "$c" >manual.txt
  of_help "$c" >help.txt
  [ -s help.txt ] || fail "$c --help lists no options"
  diff manual.txt help.txt >difference || { cat difference >&2; fail "lanesmith $c: the manual and --help differ"; }
done
# Every option of lanesmith-opt is in its manual.
sed 's/\\-/-/g' "$LANESMITH_SOURCE/docs/lanesmith-opt.1" >opt.txt
for option in $("$LANESMITH_OPT" --help | grep '^  ' | grep -o -e '--[a-z]*' -e ' -[a-zS]*'); do
  grep -q -e "$option" opt.txt || fail "the manual of lanesmith-opt lacks $option"
done
for c in $("$LANESMITH" --help | sed -n '/^Commands:/,/^$/p' | awk '/^  [a-z]/{print $1}'); do
  grep -q "^.SS lanesmith $c" "$manual" || fail "the manual has no section on $c"
done
for f in $(grep -o -e 'docs/[a-z\\-]*\.md' "$manual" | tr -d '\\'); do
  [ -f "$LANESMITH_SOURCE/$f" ] || fail "the manual names $f, which is not there"
done
