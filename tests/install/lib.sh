# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the tests of an installation share; they are called with PREFIX SOURCE BUILD and work in an
# empty directory.
set -eu
prefix=$1 source=$2 build=$3
export LC_ALL=C
# A sanitized command keeps what it allocates at its end.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS-}"
work=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-install-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"

fail() {
    echo "error: $1" >&2
    exit 1
}

# has TEXT FILE
has() {
    grep -qF -e "$1" "$2" || { cat "$2" >&2; fail "expected \"$1\""; }
}
