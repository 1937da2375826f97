#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# aarch64.sh INCLUDE PLUGIN - a program for another processor with the headers in INCLUDE, and the
# same sums by the pass, cross-compiled with clang and run in an emulator against plain C. Without
# the emulator it says so.
set -eu
command -v qemu-aarch64-static >/dev/null || { echo "left out: no qemu-aarch64-static"; exit 0; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(dirname "$0")
for cpu in cortex-a72 neoverse-n1; do
    opt-19 -load-pass-plugin="$2" -passes="lanesmith<target=$cpu>" "$here/aarch64.ll" -S \
        -o "$dir/pass.ll"
    llc-19 -O2 -mcpu="$cpu" -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
    clang-19 --target=aarch64-linux-gnu -mcpu="$cpu" -O2 -ffreestanding -Wall -Wextra -Werror \
        -nostdlib -static -fuse-ld=lld -I"$1" "$here/aarch64.c" "$dir/pass.o" -o "$dir/program"
    qemu-aarch64-static -cpu "$cpu" "$dir/program" || { echo "$cpu: results differ" >&2; exit 1; }
done
