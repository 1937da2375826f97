# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The pages in a real browser: what they say is what `lanesmith show --json` says; the keyboard
# moves about; nothing is wider than 400 pixels; no script complains.
skip() { echo "skipped: $1"; exit 77; }
command -v chromium >/dev/null || skip "there is no chromium (scripts/setup --browser)"
command -v python3 >/dev/null || skip "there is no python3"
. "$(dirname "$0")/../cli/lib.sh"
tests="$LANESMITH_SOURCE/tests/report"

# page DIR FRAGMENT FILE [OPTION]...: the page as it stands when all scripts are done, in FILE.
page() {
  timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --user-data-dir="$here/profile" --virtual-time-budget=10000 --enable-logging=stderr \
    "${@:4}" --dump-dom "file://$here/$1/index.html$2" >"$3" 2>log || fail "chromium failed: $2"
  grep CONSOLE log >complaints && { cat complaints >&2; fail "a script complains: $2"; }
  last="page $1 $2"
  true
}
check() { python3 "$tests/check_page.py" "$@" || fail "$last"; }

winners '0x55*' >right.low
run 0 "$LANESMITH" db load --db a.db right.low
run 0 "$LANESMITH" report --db a.db --op add --class x128 --out claimed
page claimed '#/cell/add/2/x128/x86-64' claimed.html
check claimed.html has "only claimed" "t2 = pand t1 0x55*"
check claimed.html lacks "proved here" "No shorter program" "static inline"

run 0 "$LANESMITH" verify --db a.db
run 0 "$LANESMITH" bench codegen --db a.db --op add --width 2 --class x128 --target x86-64 --summary
run 0 "$LANESMITH" report --db a.db --op add,mergel,shl_1,shl_2,shl_3 --class x128,r64 --out site
run 0 "$LANESMITH" show --db a.db --json add 2 x128 x86-64
cp out story.json
page site '#/cell/add/2/x128/x86-64' cell.html
check cell.html story story.json
for what in --c --ir; do
  run 0 "$LANESMITH" show --db a.db $what add 2 x128 x86-64
  grep -e '^  .* = ' out >lines || fail "no lines"
  check cell.html lines lines
done
run 0 "$LANESMITH" show --db a.db --asm add 2 x128 x86-64
grep -e '^	[a-z]' out >lines
check cell.html lines lines
page site '#/cell/add/3/x128/x86-64-v2' none.html
check none.html has "No program is known" "lanesmith synth --op add --width 3"
page site '#/cell/add/999/x128/x86-64' nowhere.html
check nowhere.html has "no such cell"
page site '#/cell/mergel/8/x128/x86-64' movement.html
check movement.html has "Bands show which bits go where"

page site '#/search/plus' search.html
check search.html first add
page site '#/search/interleave%20low' search.html
check search.html first mergel
page site '#/search/no%20such%20thing' search.html
check search.html has "Nothing found"
page site '#/op/add' op.html
check op.html has "Sum modulo" "Also known as"
page site '#/plots' plots.html
check plots.html has "times: the median" "Coverage over time" "db load"
page site '#/optimal' optimal.html
check optimal.html has "in a stated grammar"
page site '#/map' map.html
check map.html has "Coverage: x128 on x86-64" "shl_…"
page claimed '#/map/x128/x86-64?show=ratio' map.html
check map.html has "no figures of stock LLVM"

# Keys, and the width of every page: keys.js asks the page and prints what is wrong.
cp -r site keys
cp "$tests/keys.js" keys/
sed -i 's|^<script defer src="data/index.js"></script>|&<script defer src="keys.js"></script>|' \
  keys/index.html
for fragment in '#/map/x128/x86-64' '#/cell/add/2/x128/x86-64' '#/op/add' '#/plots' '#/optimal' \
  '#/search/plus'; do
  page keys "$fragment" keys.html --window-size=400,900
  check keys.html has "KEYS-ARE-RIGHT"
done
