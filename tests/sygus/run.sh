# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh LANESMITH FILE - a SyGuS file that says itself what is expected.
#
#   ; guards: why the test is there
#   ; status: the exit status
#   ; options: of the command
#   ; expect: a line of the answer without parentheses (status 0 and 1), or the start of a diagnostic (status 2)
#
# Every expected line is there, in order, and in diagnostics no other. Solutions may be written in several ways, so most files expect
# their cost only. Every solution is put back into its file as a definition, and the constraints are then claims, which the command
# proves: what is printed is read again, by other code than found it.
set -u
lanesmith=$1
file=$(basename "$2")
here=$(mktemp -d "${TMPDIR:-/tmp}/lanesmith-sygus-XXXXXX") || exit 99
trap 'rm -rf "$here"' EXIT
cp "$2" "$here" && cd "$here" || exit 99

fail() {
    echo "FAILED: $*" >&2
    for f in out err wanted found; do
        [ -f "$f" ] && sed "s/^/$f: /" "$f" >&2
    done
    exit 1
}

note() {
    sed -n "s/^; $1: //p" "$file"
}

# The file with the solutions in ./out as definitions.
put_back() {
    python3 - "$file" out <<'PYTHON'
import sys

def forms(text):
    text = "\n".join(line.split(";")[0] for line in text.split("\n"))
    depth, start = 0, 0
    for i, ch in enumerate(text):
        if ch == "(":
            start = i if depth == 0 else start
            depth += 1
        elif ch == ")":
            depth -= 1
            if depth == 0:
                yield text[start:i + 1]

problem, answer = (open(name).read() for name in sys.argv[1:])
(answer,) = forms(answer)
solution = {form.split()[1]: form for form in forms(answer[1:-1])}
for form in forms(problem):
    words = form.split()
    print(solution[words[1]] if words[0] == "(synth-fun" else "" if words[0] == "(check-synth)" else form)
print("(synth-fun claims () Bool ((B Bool)) ((B Bool (true))))\n(check-synth)")
PYTHON
}

status=$(note status)
# shellcheck disable=SC2046
"$lanesmith" sygus $(note options) "$file" >out 2>err
got=$?
[ "$got" -eq "$status" ] || fail "exit status $got, expected $status"
if [ "$status" -eq 2 ]; then
    grep ': error: ' err >found
    note expect >wanted
    [ -s out ] && fail "bad input, and yet there is an answer"
    cmp -s wanted found || fail "other diagnostics than expected"
    [ "$(grep -c '^ *^$' err)" -eq "$(wc -l <found)" ] || fail "a diagnostic without a caret"
    exit 0
fi
[ -s err ] && fail "an answer, and yet there is a message"
sed 's/by z3 .*/by z3/' out >found
note expect | while read -r line; do
    grep -qxF -e "$line" found || { echo "missing: $line"; exit 1; }
done >&2 || fail "other answer than expected"
[ "$status" -eq 1 ] && exit 0
put_back >again.sl || fail "the answer cannot be read"
"$lanesmith" sygus again.sl >found 2>&1 || fail "the solution does not meet the constraints"
