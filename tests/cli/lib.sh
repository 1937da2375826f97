# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lib.sh - sourced by every test of the command. A test runs in an empty directory that vanishes;
# $LANESMITH is the program, $LANESMITH_SOURCE the source tree.
#
#   run STATUS COMMAND...   runs it, keeps what it printed in ./out and ./err, checks the exit status
#   says FILE TEXT          FILE contains TEXT (a fixed string)
#   lacks FILE TEXT         it does not
#   emits_none DIR NAME     no header below DIR has such a function
#   undecided NAME          @NAME in before.ll and after.ll: equal, which takes solvers long
set -u
here=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-test-XXXXXX") || exit 99
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 99
export LANESMITH_SPEC="$LANESMITH_SOURCE/spec"

fail() {
  echo "FAILED: $*" >&2
  for f in out err; do
    [ -f "$f" ] && sed "s/^/$f: /" "$f" >&2
  done
  exit 1
}

run() {
  local want=$1 got
  shift
  last="$*"
  "$@" >out 2>err </dev/null
  got=$?
  [ "$got" -eq "$want" ] || fail "exit status $got, expected $want: $last"
}

says() {
  grep -qF -e "$2" "$1" || fail "expected \"$2\" in $1 of: $last"
}

lacks() {
  grep -qF -e "$2" "$1" && fail "unexpected \"$2\" in $1 of: $last"
  true
}

# emits_none DIR NAME: the headers below DIR were emitted, and none has a function of that name
emits_none() {
  [ -f "$1/include/lanesmith/x86_64.h" ] || fail "no headers below $1 of: $last"
  grep -rqF -e "$2" "$1/include" && fail "unexpected \"$2\" in the headers of: $last"
  true
}

undecided() {
  cat >>before.ll <<LL
define i64 @$1(i64 %a, i64 %b) {
  %p = udiv i64 %a, %b
  %q = mul i64 %p, %p
  %x = xor i64 %q, %a
  %r = urem i64 %x, %b
  %m = mul i64 %r, %x
  ret i64 %m
}
LL
  sed 's/mul i64 %r, %x/mul i64 %s, %x/
    s/%r = urem i64 %x, %b/%d = udiv i64 %x, %b\n  %e = mul i64 %d, %b\n  %s = sub i64 %x, %e/' \
    before.ll >after.ll
}

# A winners text of one cell with the sum of 2-bit fields; $1 is the mask, 0x55* in a right one.
winners() {
  cat <<TEXT
version 1
target x86-64

cell add 2 x128
  engine hand
  cost insns=5 uops=5 rthroughput=1.67 latency=4 consts=1 bytes=20 moves=0 const_loads=0
  program
    t0 = pxor a b
    t1 = pand a b
    t2 = pand t1 $1
    t3 = paddb t2 t2
    r = pxor t0 t3
end
TEXT
}

# The content of everything below a path, as one hash.
fingerprint() {
  find "$@" -type f | sort | xargs cat | cksum
}
