# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# small_spec.sh - sourced. small_spec SPEC DIR: makes DIR a small part of SPEC, which is read and searched fast: logic on vector
# registers.
small_spec() {
    mkdir -p "$2/isa" "$2/ops" "$2/cost"
    cp "$1/isa/classes.spec" "$1/isa/x86_logic.spec" "$2/isa"
    cp "$1/ops/logic.spec" "$2/ops"
    for file in "$1"/cost/*.cost; do
        grep -E '^(;|$|dispatch)|^(pand|por|pxor|pandn|vpternlog.|v?pblend[a-z]*|blend[a-z]*) ' "$file" >"$2/cost/${file##*/}"
    done
}
