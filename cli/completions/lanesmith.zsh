#compdef lanesmith
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of `lanesmith` in zsh. What there is to complete the program tells: commands and
# options by --help, names by `lanesmith show`.
_lanesmith_listed() { # HEADING COMMAND...
    local heading=$1
    shift
    lanesmith "$@" --help 2>/dev/null |
        sed -n "/$heading:\$/,/^\$/s/^  \([a-z][a-z0-9-]*\)  *\(.*\)/\1:\2/p"
}

_lanesmith_add() { # TAG LINE...: NAME or NAME:WHAT
    local tag=$1
    local -a lines
    shift
    lines=("$@")
    _describe "$tag" lines
}

_lanesmith_names() { # --ops or --targets
    lanesmith show "$1" 2>/dev/null | sed 's/ .*//'
}

_lanesmith_classes() {
    lanesmith show --targets 2>/dev/null |
        sed 's/.*classes \([^;]*\);.*/\1/' | tr ' ' '\n' | sort -u
}

# Names of a list with commas.
_lanesmith_list() {
    compset -P '*,'
    compadd -q -S '' -- "$@"
}

_lanesmith() {
    local -a command widths=(1 2 4 8 16 32 64 128)
    local i=2
    if (( CURRENT == 2 )); then
        _lanesmith_add command ${(f)"$(_lanesmith_listed Commands)"}
        return
    fi
    command=(${words[2]})
    case ${words[2]} in
    db | bench)
        if (( CURRENT == 3 )); then
            local heading=Verbs
            [[ ${words[2]} = bench ]] && heading=Benches
            _lanesmith_add verb ${(f)"$(_lanesmith_listed $heading ${words[2]})"}
            return
        fi
        command+=(${words[3]}) ;;
    esac
    case ${words[CURRENT-1]} in
    --op) _lanesmith_list ${(f)"$(_lanesmith_names --ops)"}; return ;;
    --target) _lanesmith_list ${(f)"$(_lanesmith_names --targets)"}; return ;;
    --class) _lanesmith_list ${(f)"$(_lanesmith_classes)"}; return ;;
    --width) _lanesmith_list $widths; return ;;
    --effort) compadd quick normal long; return ;;
    esac
    if [[ ${words[CURRENT]} = -* ]]; then
        compadd -- $(lanesmith $command --help 2>/dev/null | sed -n '/^Options:/,/^$/p' |
            grep -o -e ' --[a-z][a-z0-9-]*')
        return
    fi
    case ${words[2]}:$CURRENT in
    show:3) compadd -- ${(f)"$(_lanesmith_names --ops)"} ;;
    show:4) compadd -- $widths ;;
    show:5) compadd -- ${(f)"$(_lanesmith_classes)"} ;;
    show:6) compadd -- ${(f)"$(_lanesmith_names --targets)"} ;;
    *) _files ;;
    esac
}

_lanesmith "$@"
