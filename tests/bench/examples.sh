# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `bench examples` says of each function how many lowerings are in it, and what vouches
# for them; with --prove what `tv` says of the function, of C, too.
. "$(dirname "$0")/lib.sh"
mkdir "$work/examples"
cat >"$work/examples/two.ll" <<'LL'
define void @sums(ptr %p, ptr %q) {
  %a = load <64 x i2>, ptr %p
  %b = load <64 x i2>, ptr %q
  %c = add <64 x i2> %a, %b
  %d = add <64 x i2> %c, %b
  %e = mul <64 x i2> %d, %a
  store <64 x i2> %e, ptr %p
  ret void
}
define i32 @plain(i32 %a) {
  %r = add i32 %a, 1
  ret i32 %r
}
LL
cat >"$work/examples/sets.c" <<'C'
typedef _Bool set __attribute__((ext_vector_type(256)));
void common(set *r, const set *a, const set *b) { *r = *a & *b; }
C
examples() {
    "$lanesmith" bench examples --spec "$work/spec" --db "$1" --examples "$work/examples" \
        --plugin "$build/lib/LanesmithPass.so" --out "$work/out" --target x86-64 --json $2 \
        >"$work/json" ||
        fail "bench examples $2"
}
check() { # WHAT PYTHON: of the rows by function
    python3 -c '
import json, sys
rows = {r["function"]: r for r in json.load(open(sys.argv[1]))["functions"]}
def of(f): return [rows[f][k] for k in ("uses", "proved", "attested", "result")]
'"$2" "$work/json" || fail "$1: $(cat "$work/json")"
}
examples "$work/lanesmith.db" ""
check "what is in it" '
n = of("sums")
assert n[0] == 3 and n[1] + n[2] == 3 and n[3] == "lowered", n
assert of("plain") == [0, 0, 0, "left as it was"], of("plain")
n = of("common")
assert n[0] == 2 and n[1] + n[2] == 2 and n[3] == "lowered", n'
examples "$work/lanesmith.db" --prove
check "proofs" 'assert of("sums")[3] == of("common")[3] == "proved", (of("sums"), of("common"))'
# What the database does not vouch for is not counted as if it did.
"$lanesmith" db load --spec "$work/spec" --db "$work/other.db" --attested none \
    "$source/db/winners/add.low" \
    "$source/db/costs/add.low" "$source/db/instructions.low" 2>/dev/null || fail "db load"
examples "$work/other.db" ""
check "nothing vouches" 'assert of("sums")[:3] == [3, 0, 0], of("sums")'
