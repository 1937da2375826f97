#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# riscv.sh INCLUDE PLUGIN - a program for RISC-V with the headers in INCLUDE, and the same by the
# pass, cross-compiled with clang and run in an emulator against plain C. Without the emulator it
# says so.
set -eu
command -v qemu-riscv64-static >/dev/null || { echo "left out: no qemu-riscv64-static"; exit 0; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
here=$(dirname "$0")
opt-19 -load-pass-plugin="$2" -passes=lanesmith "$here/riscv.ll" -S -o "$dir/pass.ll"
if grep -v '^declare' "$dir/pass.ll" | grep -q 'i[24]>'; then
    echo "the pass left fields of 2 or 4 bits" >&2
    exit 1
fi
if grep -E 'llvm\.(x86|aarch64|wasm)' "$dir/pass.ll"; then
    echo "an intrinsic of another processor" >&2
    exit 1
fi
llc-19 -O2 -target-abi=lp64d -mattr=+d -filetype=obj "$dir/pass.ll" -o "$dir/pass.o"
for clang in clang-19 clang-22; do
    $clang --target=riscv64-linux-gnu -march=rv64gcv -mrvv-vector-bits=128 -O2 -ffreestanding \
        -Wall -Wextra -Werror -nostdlib -static --ld-path="$(command -v ld.lld-19)" \
        -I"$1" "$here/riscv.c" "$dir/pass.o" -o "$dir/program"
    qemu-riscv64-static -cpu rv64,v=true,vlen=128,vext_spec=v1.0 "$dir/program" || {
        echo "$clang: results differ" >&2
        exit 1
    }
done
