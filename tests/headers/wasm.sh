#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wasm.sh INCLUDE PLUGIN - a program for WebAssembly with the headers in INCLUDE, and the same by
# the pass, compiled with clang and run in node against plain C. Without node it says so.
set -eu
for program in node wasm-ld-19; do
    command -v $program >/dev/null || { echo "left out: no $program"; exit 0; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(dirname "$0")
opt-19 -load-pass-plugin="$2" -passes=lanesmith "$here/wasm.ll" -S -o "$dir/pass.ll"
if grep -v '^declare' "$dir/pass.ll" | grep -q 'i[24]>'; then
    echo "the pass left fields of 2 or 4 bits" >&2
    exit 1
fi
llc-19 -O2 -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
clang-19 --target=wasm32 -msimd128 -O2 -ffreestanding -Wall -Wextra -Werror -nostdlib \
    -fuse-ld="$(command -v wasm-ld-19)" -Wl,--no-entry -Wl,--export=all_right -I"$1" \
    "$here/wasm.c" "$dir/pass.o" -o "$dir/program"
node -e '
const program = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const { all_right } = new WebAssembly.Instance(program, {}).exports;
if (all_right() !== 1) { console.error("results differ"); process.exit(1); }
' "$dir/program"
