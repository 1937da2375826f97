# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: `bench adopt` prints every figure with its limit; sizes meet theirs. Times are not judged
# here: the machine does other work.
. "$(dirname "$0")/lib.sh"
"$lanesmith" bench adopt --spec "$work/spec" --db "$work/lanesmith.db" --target x86-64 --runs 1 \
    --no-report --json >"$work/json"
python3 - "$work/json" <<'END' || fail "the figures"
import json, sys
rows = json.load(open(sys.argv[1]))["figures"]
seen = {(r["figure"], r["of"]): r for r in rows}
for compiler in "gcc-12", "clang-19":
    assert seen["intrinsics alone", compiler]["value"] > 0
    assert seen["lanesmith.h beside them", compiler]["limit"] == 0.4
plugin = seen["plugin", "stripped"]
assert plugin["met"] == "yes" and plugin["value"] > 1, plugin
assert seen["database", "all targets"]["value"] > 1
END
