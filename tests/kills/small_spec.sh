# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# small_spec.sh - sourced. small_spec SPEC DIR: makes DIR a small part of SPEC, which is read and searched fast: logic on vector
# registers.
small_spec() {
    from=$1/targets/x86 to=$2/targets/x86
    mkdir -p "$2/ops" "$to/isa" "$to/cost"
    cp "$1/classes.spec" "$2"
    cp "$from/target.spec" "$from/count.spec" "$to"
    cp "$from/isa/logic.spec" "$to/isa"
    cp "$1/ops/logic.spec" "$2/ops"
    cp "$from"/cost/*.stock "$to/cost"
    for file in "$from"/cost/*.cost; do
        grep -E '^(;|$|dispatch)|^(pand|por|pxor|pandn|vpternlog.|v?pblend[a-z]*|blend[a-z]*) ' "$file" >"$to/cost/${file##*/}"
    done
}
