# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What was found under another meaning is stale: verify says so, emit leaves it out, --renew proves it for the new one.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" verify --db a.db
# The same meaning in another text: another hash.
cp -r "$LANESMITH_SOURCE/spec" spec
sed -i 's/(each i (bvadd (field a i) (field b i)))/(each i (bvadd (field b i) (field a i)))/' spec/ops/arith.spec
cmp -s spec/ops/arith.spec "$LANESMITH_SOURCE/spec/ops/arith.spec" && fail "the specification has not been changed"
run 1 "$LANESMITH" verify --spec spec --db a.db
says out "stale: add 2 x128 x86-64"
says out "0 proved (0 new), 0 refuted, 0 unknown, 1 stale"
run 0 "$LANESMITH" emit --spec spec --db a.db --out o
emits_none o lanesmith_add_2
cp a.db b.db
run 0 "$LANESMITH" verify --spec spec --db a.db --renew
says out "1 proved (1 new), 0 refuted, 0 unknown, 0 stale"
run 0 "$LANESMITH" verify --spec spec --db a.db
says out "1 proved (0 new)"
run 0 "$LANESMITH" db prune --spec spec --db b.db
says err "1 stale row deleted"
run 0 "$LANESMITH" verify --spec spec --db b.db
says out "0 proved (0 new), 0 refuted, 0 unknown, 0 stale"
# Another meaning altogether: renewing refutes.
sed -i 's/(each i (bvadd (field b i) (field a i)))/(each i (bvadd (field a i) (bvadd (field b i) (bv 1 w))))/' spec/ops/arith.spec
run 1 "$LANESMITH" verify --spec spec --db a.db --renew
says out "refuted: add 2 x128 x86-64"
