# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# scripts/base: the revision whose lists are believed is none of those that are tested. A push of
# two commits, of which the first forges the list and the second touches it again, had the first
# as its base.
. "$(dirname "$0")/lib.sh"
unset LANESMITH_BASE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
nothing=$(git hash-object -t tree /dev/null)
base() { # DIR EXPECTED [ARGUMENT...]
  local dir=$1 want=$2
  shift 2
  run 0 "$dir/scripts/base" "$@"
  [ "$(cat out)" = "$want" ] || fail "expected $want: $last"
}
commit() { # DIR TEXT: a commit that changes the list
  echo "$2" >"$1/attested"
  git -C "$1" add -A
  git -C "$1" commit -qm "$2"
  git -C "$1" rev-parse HEAD
}
git init -q --bare -b main origin.git
git init -q -b main work
mkdir work/scripts
cp "$LANESMITH_SOURCE/scripts/base" work/scripts/
good=$(commit work "good list")
base work $nothing # no origin: nothing is known
git -C work remote add origin "$PWD/origin.git"
git -C work push -q origin main
git -C work fetch -q
git clone -q origin.git ci
base ci $nothing # a fresh clone
# A branch: what it left. In whatever order it forges.
forged=$(commit work "forged list")
touched=$(commit work "touched list")
base work "$good"
# Pushed: origin/main is HEAD.
git -C work push -q origin main
base work "$good"
git -C ci pull -q
[ "$(git -C ci rev-parse HEAD)" = "$touched" ] || fail "the push did not arrive"
base ci "$good"
git clone -q origin.git fresh
base fresh $nothing
base fresh "$forged" --guess attested
git clone -q --depth 1 "file://$PWD/origin.git" shallow
base shallow $nothing
base shallow $nothing --guess attested
# CI says what was there.
LANESMITH_BASE=$good base fresh "$good"
# A checkout of a change that origin does not have, without a branch.
new=$(commit work "new list")
git -C fresh fetch -q ../work main
git -C fresh checkout -q "$new"
base fresh "$touched"
run 2 work/scripts/base attested
says err "expected nothing, or --guess PATH"
mkdir -p none/scripts
cp work/scripts/base none/scripts/
GIT_CEILING_DIRECTORIES=$PWD run 1 none/scripts/base
