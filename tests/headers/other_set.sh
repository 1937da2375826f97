# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# other_set.sh - for scripts `SET.sh INCLUDE PLUGIN` of an instruction set that is emulated here:
# the programs that they need, and functions that the pass lowers.
set -eu
include=$1
plugin=$2
here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

needs() { # PROGRAM...: without one the test says so and ends
    for program; do
        command -v "$program" >/dev/null || { echo "left out: no $program"; exit 0; }
    done
}

# SET PASSES: SET.ll by the pass, as $dir/pass.ll. It leaves no field of 2 or 4 bits, and makes no
# intrinsic of another set.
lower() {
    opt-19 -load-pass-plugin="$plugin" -passes="$2" "$here/$1.ll" -S -o "$dir/pass.ll"
    if grep -v '^declare' "$dir/pass.ll" | grep -q 'i[24]>'; then
        echo "$1: the pass left fields of 2 or 4 bits" >&2
        exit 1
    fi
    if grep -E 'llvm\.(x86|aarch64|wasm|riscv)\.' "$dir/pass.ll" | grep -v "llvm\.$1\."; then
        echo "$1: an intrinsic of another set" >&2
        exit 1
    fi
}
