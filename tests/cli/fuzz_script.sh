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
echo 'INFO: Loaded 1 modules   (1000 inline 8-bit counters): 1000 [0x1, 0x2),'
echo '#42	DONE   cov: 25 ft: 31 corp: 1/1b lim: 4 exec/s: 42 rss: 100Mb'
echo 'stat::number_of_executed_units: 42'
SH
cat >there/bin/fuzz_winners <<'SH'
#!/bin/sh
echo 'INFO: Loaded 1 modules   (1000 inline 8-bit counters): 1000 [0x1, 0x2),'
echo '#42	DONE   cov: 24 ft: 31 corp: 1/1b lim: 4 exec/s: 42 rss: 100Mb'
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
says out 'spec: 42 executions, 25 of 1000 places reached'
# A target that reaches nothing is found out.
run 1 "$fuzz" --built --build "$PWD/there" --seconds 1 winners
says out 'winners: BROKEN; its inputs reach 24 of 1000 places'
run 1 "$fuzz" --built --build "$PWD/there" --seconds 1 --jobs 2 spec sygus
says out 'spec: 42 executions'
says out 'sygus: CRASHED; see '
says err 'heap-use-after-free'
