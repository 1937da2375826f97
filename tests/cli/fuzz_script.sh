# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# scripts/fuzz: usage errors; a crash is status 1 and named; executions are printed. The targets here are stand-ins.
. "$(dirname "$0")/lib.sh"
fuzz=$LANESMITH_SOURCE/scripts/fuzz
run 2 "$fuzz" nothing
says err 'unknown target nothing'
run 2 "$fuzz" --seconds soon
says err "expected a number, found 'soon'"
run 2 "$fuzz" --jobs 0
says err '--jobs must be 1 or more'
run 2 "$fuzz" --frequently
says err 'unknown option --frequently'
run 0 "$fuzz" --list
says out 'sygus'
mkdir -p there/bin
cat >there/bin/fuzz_spec <<'SH'
#!/bin/sh
echo 'stat::number_of_executed_units: 42'
SH
cat >there/bin/fuzz_sygus <<'SH'
#!/bin/sh
echo 'ERROR: AddressSanitizer: heap-use-after-free'
echo 'stat::number_of_executed_units: 7'
exit 77
SH
chmod +x there/bin/*
run 0 "$fuzz" --built --build "$PWD/there" --seconds 1 spec
says out 'spec: 42 executions'
run 1 "$fuzz" --built --build "$PWD/there" --seconds 1 --jobs 2 spec sygus
says out 'spec: 42 executions'
says out 'sygus: CRASHED; see '
says err 'heap-use-after-free'
