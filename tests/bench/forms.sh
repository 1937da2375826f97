# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: LLVM accepts the form of every operation at every width; one that it rejected would be a cell without a figure.
. "$(dirname "$0")/lib.sh"

# compiled TARGET OPTION...: the forms of these cells are compiled by llc for the target.
compiled() {
    target=$1
    shift
    "$lanesmith" bench forms --spec "$work/spec" --target "$target" "$@" >"$work/forms.ll"
    [ -s "$work/forms.ll" ] || fail "no forms for $*"
    llc-19 -O1 -mcpu="$target" "$work/forms.ll" -o "$work/forms.s" || fail "llc rejects the forms of $target $*"
    grep 'call' "$work/forms.s" && fail "a form of $target $* needs a library"
    :
}

for width in 1 2 4 8 16 32 64 128; do compiled x86-64 --width $width; done
compiled x86-64-v3 --width 128 --class y256
compiled icelake-server --width 4 --class z512
compiled icelake-server --width 128 --class z512

"$lanesmith" bench forms --spec "$work/spec" --op shl_3 --width 4 --class r32 --target x86-64 >"$work/text"
cat >"$work/expected" <<'END'
define i32 @shl_3.4.r32(i32 %reg0) {
  %a = bitcast i32 %reg0 to <8 x i4>
  %r = shl <8 x i4> %a, splat (i4 3)
  %whole = bitcast <8 x i4> %r to i32
  ret i32 %whole
}
END
diff "$work/expected" "$work/text" || fail "the form of shl_3"
"$lanesmith" bench forms --missing --spec "$work/spec" >"$work/text"
grep -q '^pext$' "$work/text" || fail "an operation without a form is not listed"
grep -q '^add$' "$work/text" && fail "an operation that LLVM has by name is listed as one without a form"
:
