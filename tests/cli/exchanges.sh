# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Exchanges of bits between two registers stay inside 32-bit registers: a search that looked beyond them ended in a fault.
. "$(dirname "$0")/lib.sh"
run 0 "$LANESMITH" synth --db a.db --op zext4_2 --width 8 --class r32 --target x86-64 --effort quick
says out "1 cells searched, 0 searched before"
