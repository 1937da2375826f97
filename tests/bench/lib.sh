# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lib.sh SOURCE BUILD LANESMITH - a directory of its own for a test of `lanesmith bench`, with copies
# of what it reads.
# Gives $lanesmith, $work (removed at the end), $work/spec, $work/bench, $work/lanesmith.db, and fail.
set -eu

source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
lanesmith=$3
work=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-bench-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cp -r "$source/spec" "$work/spec"
mkdir "$work/db"
cp "$source/db/attested" "$work/db" # so that definitions are not tried by each command
cp -r "$source/bench" "$work/bench"
sqlite3 "$build/lanesmith.db" ".backup '$work/lanesmith.db'"

fail() {
    echo "$1" >&2
    exit 1
}
