# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: fields wider than 128 bits are searched where a class has them, and so are operations with
# carries; the summary counts them as searched, by this run and once.
. "$(dirname "$0")/lib.sh"

# searched OPERATION WIDTH CLASS TARGET: a program is found, and the cell counts; then it is known
searched() {
  run 0 "$LANESMITH" synth --db l.db --op "$1" --width "$2" --class "$3" --target "$4"
  says out "1 cells searched, 0 searched before; "
  says out "; 0 cells without one"
  run 0 "$LANESMITH" show --db l.db "$1" "$2" "$3" "$4"
  says out "proved by "
  run 0 "$LANESMITH" synth --db l.db --op "$1" --width "$2" --class "$3" --target "$4"
  says out "0 cells searched, 1 searched before; 0 lowerings proved"
}
searched shl_1 256 y256 x86-64-v3
searched add 256 y256 x86-64-v3
searched add_carry 128 x128 x86-64
run 0 "$LANESMITH" show --db l.db add_carry 128 x128 x86-64
says out "engine    wide"
says out "    carry = t"
