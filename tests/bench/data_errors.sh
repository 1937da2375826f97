# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: a mistake in bench/*.tsv or spec/forms.ir is a diagnostic with file, line, column and caret, status 2; without these
# checks a misspelt operation would be a row that silently matches nothing.
. "$(dirname "$0")/lib.sh"

# broken FILE LINE PATTERN: with LINE at the end of FILE, in bench/ or where it says, the bench ends with status 2 and a message like
# PATTERN.
broken() {
    case $1 in */*) at=$1 ;; *) at=bench/$1 ;; esac
    cp "$source/$at" "$work/kept"
    printf '%b\n' "$2" >>"$work/$at"
    status=0
    "$lanesmith" bench goals --no-run --op and --width 1 --spec "$work/spec" --db "$work/lanesmith.db" >"$work/out" 2>"$work/err" || status=$?
    [ $status = 2 ] || { cat "$work/err" >&2; fail "$1 with the line $2: status $status, expected 2"; }
    grep -q -e "$1:[0-9]*:[0-9]*: error: .*$3" "$work/err" || { cat "$work/err" >&2; fail "expected a message like $3"; }
    grep -q '^ *^' "$work/err" || fail "no caret below the line"
    [ ! -s "$work/out" ] || fail "bad input, and yet figures were printed"
    cp "$work/kept" "$work/$at"
}

broken baselines.tsv 'thesis\tad\t2\t*\t*\t7\thow' "no operation 'ad'"
broken baselines.tsv 'thesis\tadd\t2\tx129\t*\t7\thow' "no register class 'x129'"
broken baselines.tsv 'thesis\tadd\t2\t*\tx86\t7\thow' "no target 'x86'"
broken baselines.tsv 'thesis\tadd\t2\t*\t*\tseven\thow' "'seven' is no number"
broken baselines.tsv 'thesis\tadd\t2\t*\t*\t7' "6 fields in this row; expected 7"
broken baselines.tsv 'thesus\tadd\t2\t*\t*\t7\thow' "unknown source 'thesus'"
broken goals.tsv 'goal\tinstructions\tadd\t2\t*\t*\t5' "unknown measure 'instructions'"
broken goals.tsv 'goal\tinsns\tadd,subb\t2\t*\t*\t5' "no operation 'subb'"
broken goals.tsv 'goal\tinsns\tadd\t2\t*\t*\t-5' "'-5' is no number"
broken spec/forms.ir 'op ad' "no operation 'ad'"
broken spec/forms.ir 'op shr_$K' "no operation 'shr_.K'"
broken spec/forms.ir 'op and\n  %r = and $T %a, $Z' 'expected one of the letters'
broken spec/forms.ir 'add' 'expected .op NAME'
