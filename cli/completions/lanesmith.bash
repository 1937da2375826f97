# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of `lanesmith` in bash. What there is to complete the program tells: commands and
# options by --help, names by `lanesmith show`.
_lanesmith_names() { # --ops or --targets
    lanesmith show "$1" 2>/dev/null | cut -d ' ' -f 1
}

# The words between "Commands:" or the like and the next empty line.
_lanesmith_listed() { # HEADING COMMAND...
    local heading=$1
    shift
    "$@" --help 2>/dev/null | sed -n "/$heading:\$/,/^\$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p"
}

_lanesmith_options() { # COMMAND...
    "$@" --help 2>/dev/null | sed -n '/^Options:/,/^$/p' | grep -o -e ' --[a-z][a-z0-9-]*'
}

_lanesmith_classes() {
    lanesmith show --targets 2>/dev/null |
        sed 's/.*classes \([^;]*\);.*/\1/' | tr ' ' '\n' | sort -u
}

_lanesmith() {
    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} words="" i
    local command=(lanesmith)
    COMPREPLY=()
    # The command, and the verb of `db` or the name of a bench.
    for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
        case $i:${COMP_WORDS[1]} in
        1:* | 2:db | 2:bench)
            case ${COMP_WORDS[i]} in -*) ;; *) command+=("${COMP_WORDS[i]}") ;; esac ;;
        esac
    done
    case ${#command[@]}:${command[1]-} in
    1:) words="$(_lanesmith_listed Commands lanesmith) --help --version" ;;
    2:db) words=$(_lanesmith_listed Verbs "${command[@]}") ;;
    2:bench) words=$(_lanesmith_listed Benches "${command[@]}") ;;
    *)
        case $last in
        --op) words=$(_lanesmith_names --ops) ;;
        --target) words=$(_lanesmith_names --targets) ;;
        --class) words=$(_lanesmith_classes) ;;
        --width) words="1 2 4 8 16 32 64 128" ;;
        --effort) words="quick normal long" ;;
        *)
            case ${command[1]}:$word in
            *:-*) words=$(_lanesmith_options "${command[@]}") ;;
            show:*)
                case $COMP_CWORD in
                2) words=$(_lanesmith_names --ops) ;;
                3) words="1 2 4 8 16 32 64 128" ;;
                4) words=$(_lanesmith_classes) ;;
                5) words=$(_lanesmith_names --targets) ;;
                esac ;;
            esac ;;
        esac ;;
    esac
    # After a comma the next name of a list.
    local before=""
    case $last:$word in --*:*,*) before=${word%,*}, ;; esac
    while read -r i; do COMPREPLY+=("$before$i"); done < <(
        compgen -W "$words" -- "${word#"$before"}")
}
complete -o default -F _lanesmith lanesmith
