#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# aarch64.sh INCLUDE PLUGIN - a program for another processor with the headers in INCLUDE, and the
# same functions by the pass, cross-compiled with clang and run in an emulator against plain C.
# Registers of SVE may be longer than a processor's whose name code was made for: 512 bits are tried,
# too. Without the emulator it says so.
set -eu
command -v qemu-aarch64-static >/dev/null || { echo "left out: no qemu-aarch64-static"; exit 0; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(dirname "$0")

# CPU EMULATED...
check() {
    cpu=$1
    shift
    opt-19 -load-pass-plugin="$plugin" -passes="lanesmith<target=$cpu>" "$here/aarch64.ll" -S \
        -o "$dir/pass.ll"
    llc-19 -O2 -mcpu="$cpu" -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
    clang-19 --target=aarch64-linux-gnu -mcpu="$cpu" -O2 -ffreestanding -Wall -Wextra -Werror \
        -nostdlib -static -fuse-ld=lld -I"$include" "$here/aarch64.c" "$dir/pass.o" \
        -o "$dir/program"
    for emulated; do
        qemu-aarch64-static -cpu "$emulated" "$dir/program" ||
            { echo "$cpu on $emulated: results differ" >&2; exit 1; }
    done
}

include=$1
plugin=$2
check cortex-a72 cortex-a72
check neoverse-n1 neoverse-n1
check neoverse-v2 max,sve-max-vq=1 max,sve-max-vq=4
grep -q llvm.aarch64.sve "$dir/pass.ll" || { echo "neoverse-v2: no SVE by the pass" >&2; exit 1; }
