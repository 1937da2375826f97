#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# riscv.sh INCLUDE PLUGIN - a program for RISC-V with the headers in INCLUDE, and the same by the
# pass, cross-compiled with clang and run in an emulator against plain C. Without the emulator it
# says so.
. "$(dirname "$0")/other_set.sh"
needs qemu-riscv64-static ld.lld-19
lower riscv lanesmith
llc-19 -O2 -target-abi=lp64d -mattr=+d -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
for clang in clang-19 clang-22; do
    $clang --target=riscv64-linux-gnu -march=rv64gcv -mrvv-vector-bits=128 -O2 -ffreestanding \
        -Wall -Wextra -Werror -nostdlib -static --ld-path="$(command -v ld.lld-19)" \
        -I"$include" "$here/riscv.c" "$dir/pass.o" -o "$dir/program"
    qemu-riscv64-static -cpu rv64,v=true,vlen=128,vext_spec=v1.0 "$dir/program" || {
        echo "$clang: results differ" >&2
        exit 1
    }
done
