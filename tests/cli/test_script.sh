# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# scripts/test in CI installs the browser where it is the turn of the test that asks for it, and
# goes on without it where there is none; elsewhere it does not ask for one. Programs that build and
# test are stand-ins here.
. "$(dirname "$0")/lib.sh"
mkdir -p clone/scripts bin
cp "$LANESMITH_SOURCE/scripts/test" clone/scripts/
cat >clone/scripts/setup <<'SH'
#!/bin/sh
echo "setup $*" >>"$LOG"
[ "$*" = "$REFUSED" ] && exit 3
exit 0
SH
for program in cmake ninja ctest; do
  printf '#!/bin/sh\necho "%s" >>"$LOG"\n' $program >bin/$program
done
echo 'echo "$TURN"' >>bin/ctest
export TURN='  Test #1: report.browser'
chmod +x clone/scripts/setup bin/*
in_ci() { # STATUS CI REFUSED: scripts/test, and what it has run in ./log
  : >log
  run "$1" env PATH="$here/bin:$PATH" LOG="$here/log" CI="$2" REFUSED="$3" clone/scripts/test
}
in_ci 0 true none
says log 'setup --browser'
says log 'ctest'
lacks err 'skipped'
in_ci 0 true --browser
says log 'ctest'
says err 'report.browser is skipped'
in_ci 0 '' none
lacks log '--browser'
TURN='  Total Tests: 0'
in_ci 0 true none
lacks log '--browser'
says log 'ctest'
in_ci 3 true ''
lacks log 'ctest'
