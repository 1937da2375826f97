#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wasm.sh INCLUDE PLUGIN - a program for WebAssembly with the headers in INCLUDE, and the same by
# the pass, compiled with clang and run in node against plain C. Without node it says so.
. "$(dirname "$0")/other_set.sh"
needs node wasm-ld-19
lower wasm lanesmith
llc-19 -O2 -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
clang-19 --target=wasm32 -msimd128 -O2 -ffreestanding -Wall -Wextra -Werror -nostdlib \
    -fuse-ld="$(command -v wasm-ld-19)" -Wl,--no-entry -Wl,--export=all_right -I"$include" \
    "$here/wasm.c" "$dir/pass.o" -o "$dir/program"
node -e '
const program = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const { all_right } = new WebAssembly.Instance(program, {}).exports;
if (all_right() !== 1) { console.error("results differ"); process.exit(1); }
' "$dir/program"
