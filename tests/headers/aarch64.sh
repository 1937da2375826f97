#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# aarch64.sh INCLUDE PLUGIN - a program for AArch64 with the headers in INCLUDE, and the same
# functions by the pass, cross-compiled with clang and run in an emulator against plain C.
# Registers of SVE may be longer than those of the processor that code was made for: 512 bits are
# tried, too. Without the emulator it says so.
. "$(dirname "$0")/other_set.sh"
needs qemu-aarch64-static ld.lld-19

# CPU EMULATED...
check() {
    cpu=$1
    shift
    lower aarch64 "lanesmith<target=$cpu>"
    llc-19 -O2 -mcpu="$cpu" -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
    clang-19 --target=aarch64-linux-gnu -mcpu="$cpu" -O2 -ffreestanding -Wall -Wextra -Werror \
        -nostdlib -static -fuse-ld=lld -I"$include" "$here/aarch64.c" "$dir/pass.o" \
        -o "$dir/program"
    for emulated; do
        qemu-aarch64-static -cpu "$emulated" "$dir/program" ||
            { echo "$cpu on $emulated: results differ" >&2; exit 1; }
    done
}

check cortex-a72 cortex-a72
check neoverse-n1 neoverse-n1
check neoverse-v2 max,sve-max-vq=1 max,sve-max-vq=4
grep -q llvm.aarch64.sve "$dir/pass.ll" || { echo "neoverse-v2: no SVE by the pass" >&2; exit 1; }
