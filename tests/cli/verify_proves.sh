# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A right lowering is proved, stored, and not proved twice; a lowering loaded from a text is not believed.
. "$(dirname "$0")/lib.sh"
winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
[ -s out ] && fail "load wrote to standard output"
run 0 "$LANESMITH" emit --db a.db --out before
says err "1 lowering left out, only claimed; \`lanesmith verify\`"
emits_none before lanesmith_add_2
run 0 "$LANESMITH" verify --db a.db
says out "1 proved (1 new), 0 refuted, 0 unknown, 0 stale"
run 0 "$LANESMITH" verify --db a.db
says out "1 proved (0 new), 0 refuted, 0 unknown, 0 stale"
run 0 "$LANESMITH" verify --db a.db --again --jobs 1 --hardware off
says out "1 proved (1 new)"
run 0 "$LANESMITH" verify --db a.db --json
says out '"proved": 1, "new": 0, "refuted": 0'
run 0 "$LANESMITH" verify --db a.db --op sub
says out "0 proved (0 new)"
# Dump and load are inverse to each other.
run 0 "$LANESMITH" db dump --db a.db --target x86-64
cp out first.low
run 0 "$LANESMITH" db load --db b.db first.low
run 0 "$LANESMITH" db dump --db b.db --out dumped
rm b.db
run 0 "$LANESMITH" db load --db b.db dumped
run 0 "$LANESMITH" db dump --db b.db --target x86-64
cmp first.low out || fail "the text is not the same after load and dump"
run 0 "$LANESMITH" verify --winners first.low
says out "1 proved (1 new)"
# Merging makes claims, no proofs.
run 0 "$LANESMITH" db merge --db c.db a.db
run 0 "$LANESMITH" db stats --db c.db
says out "       1  lowerings whose proof is only claimed"
run 0 "$LANESMITH" verify --db c.db
says out "1 proved (1 new)"
run 0 "$LANESMITH" db check --db c.db
says out "1 lowering checked, 0 at fault"
run 0 "$LANESMITH" db stats --db c.db --json
says out '"cells": 1, "winners": 1'
