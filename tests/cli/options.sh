# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong options and operands: status 2, a message that names what was wrong and what was expected,
# nothing on stdout.
. "$(dirname "$0")/lib.sh"
bad() {
  local text=$1
  shift
  run 2 "$LANESMITH" "$@"
  says err "$text"
  says err "lanesmith"
  [ -s out ] && fail "a usage error wrote to standard output"
  true
}
bad 'expected a command'
bad 'expected a command before `--json`' --json
bad 'unknown command `verfy`; the nearest is `verify`' verfy
bad 'unknown command `xyzzy`; expected one of synth, verify' xyzzy
bad 'the nearest is --target' verify --tarket x86-64
bad 'unknown or ambiguous option --frobnicate' emit --frobnicate
bad 'unknown option -Q' show -Q
bad '--json takes no argument' verify --json=yes
bad '--jobs: expected 1..1024' verify --jobs
bad '--jobs: expected 1..1024, found `0`' verify --jobs 0
bad '--jobs: expected 1..1024, found `two`' verify -j two
bad '--jobs: expected 1..1024, found `99999999999999999999`' verify -j 99999999999999999999
bad '--hardware: expected on|off, found `maybe`' verify --hardware maybe
bad '--hardware: expected on|off, found `o`' verify --hardware o
bad '--out: expected DIR, found ``' emit --out ''
bad '--op: expected NAME,..., found ``' verify --op add,,sub
bad 'unknown operation `addd`, the nearest is `add`' verify --op addd
bad 'unknown target `pdp-11`; the nearest are: x86-64 ' show --target pdp-11
bad 'unknown register class `x1280`, the nearest is `x128`' verify --class x1280
bad 'expected a field width of 1..' verify --width 0
bad 'expected a field width of 1..' verify --width two
bad 'unexpected operand `x.low`' verify x.low
bad 'unexpected operand `dir`' emit dir
bad 'expected OP WIDTH CLASS TARGET or nothing, found 2 operands' show add 2
bad 'unknown operation `zzzzz`; the nearest are: ' verify --op zzzzz
# What users call an operation leads to it, everywhere, and so does a slip in such a word.
bad 'unknown operation `movemask`; it is called `sign_bits`' show movemask 8 x128 x86-64
bad 'unknown operation `Left_Pack`; it is called `compress`' show Left_Pack 8 x128 x86-64
bad 'unknown operation `deinterleave`; it is called `packl`' verify --op deinterleave
bad 'unknown operation `unpak`, the nearest is `zext2_0` (unpack)' show unpak 8 x128 x86-64
bad 'unknown operation `popcont`, the nearest is `ctpop` (popcount)' synth --db none.db --op popcont
bad 'unknown operation `plus`; it is called `add`' \
  show plus 2 x128 x86-64
bad '`addd`, the nearest is `add`; also near: reduce_add (addv) and andn and3; ' \
  synth --db none.db --op addd
bad 'unknown instruction `zzzzzz`; the nearest are: ' validate --instr zzzzzz
bad 'x86-64 has no register class z512; it has r32' show add 2 z512 x86-64
bad 'fields of 65 bits: neither do two fit the 128 bits of x128 nor does one fill them' show add 65 x128 x86-64
bad 'bswap is not defined for 10 fields of 12 bits; it is for 16 32 48 64' \
  synth --db ./none.db --op bswap --width 12 --class x128
bad 'bswap is not defined for 16 fields of 8 bits; it is for 16 32 48 64' show bswap 8 x128 x86-64
bad 'expected OP WIDTH CLASS TARGET with --ir' show --ir
bad 'expected no operands with --ops' show add 2 x128 x86-64 --ops
bad 'expected a verb' db
bad 'unknown verb `lod`; the nearest is `load`' db lod
bad 'expected PATH...' db load
bad 'expected --target with targets, or --out DIR' db dump
bad 'no database at none.db' verify --db none.db
bad 'no database at none.db' emit --db none.db
bad 'no database at none.db' show --db none.db
bad 'no specification in nowhere' verify --spec nowhere
[ -e none.db ] && fail "a command that reads has made a database"
LANESMITH_SPEC=elsewhere bad 'no specification in elsewhere' verify
true
# Standard input can be read once.
run 2 "$LANESMITH" db load - /dev/stdin --db new.db
says err 'standard input is given twice'
run 2 "$LANESMITH" verify --winners - -
says err 'standard input is given twice'
