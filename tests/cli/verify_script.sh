# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# scripts/verify: fewer obligations than CI promises are a failure, whatever the command said.
. "$(dirname "$0")/lib.sh"
fake() { # STATUS PROVED: a command that says so
  cat >fake <<END
#!/bin/sh
echo "sample: 1000 lowerings, seed 1"
echo "$2 proved (0 new), 0 refuted, 0 unknown, 0 stale, 1.0 s"
exit $1
END
  chmod +x fake
}
job() { run "$1" "$LANESMITH_SOURCE/scripts/verify" --changed HEAD --with "$PWD/fake" ${2-}; }
fake 0 1000
job 0
says out "1000 proved"
fake 0 999
job 1
says err "1998 obligations proved, at least 2000 expected"
job 0 "--least 1998"
fake 0 ''
job 1
says err "0 obligations proved"
fake 2 3
job 2
job 2 "--least many"
says err "is no number"
