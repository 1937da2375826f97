# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of `lanesmith` in fish. What there is to complete the program tells: commands and
# options by --help, names by `lanesmith show`.
function __lanesmith_listed # HEADING COMMAND...
    lanesmith $argv[2..] --help 2>/dev/null |
        sed -n "/$argv[1]:\$/,/^\$/s/^  \([a-z][a-z0-9-]*\)  *\(.*\)/\1\t\2/p"
end

function __lanesmith_command # the command, and the verb of db or the name of a bench
    set -l words (commandline -opc)
    set -l n 2
    if test (count $words) -gt 2; and contains -- $words[2] db bench
        set n 3
    end
    string match -v -- '-*' $words[2..$n]
end

function __lanesmith_options
    set -l command (__lanesmith_command)
    lanesmith $command --help 2>/dev/null | sed -n '/^Options:/,/^$/p' |
        sed -n 's/^ *\(-., \)\?\(--[a-z][a-z0-9-]*\)[^ ]*\( [A-Z0-9a-z,.|\/]*\)\?  *\(.*\)/\2\t\4/p'
end

function __lanesmith_names # --ops or --targets
    lanesmith show $argv[1] 2>/dev/null | sed 's/ .*//'
end

function __lanesmith_classes
    lanesmith show --targets 2>/dev/null |
        sed 's/.*classes \([^;]*\);.*/\1/' | tr ' ' '\n' | sort -u
end

function __lanesmith_operand # N: the next word is operand N of show
    set -l words (commandline -opc)
    test "$words[2]" = show; and test (count $words) -eq (math $argv[1] + 1)
end

function __lanesmith_second # COMMAND: the next word is its verb, or the name of a bench
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]; and test (count $words) -eq 2
end

function __lanesmith_wants_option
    not __fish_use_subcommand; and string match -q -- '-*' (commandline -ct)
end

function __lanesmith_behind # OPTION: the next word is its argument
    set -l words (commandline -opc)
    test "$words[-1]" = $argv[1]
end

complete -c lanesmith -n __fish_use_subcommand -f -a '(__lanesmith_listed Commands)'
complete -c lanesmith -n '__lanesmith_second db' -f -a '(__lanesmith_listed Verbs db)'
complete -c lanesmith -n '__lanesmith_second bench' -f -a '(__lanesmith_listed Benches bench)'
complete -c lanesmith -n __lanesmith_wants_option -f -a '(__lanesmith_options)'
complete -c lanesmith -n '__lanesmith_operand 1' -f -a '(__lanesmith_names --ops)'
complete -c lanesmith -n '__lanesmith_operand 2' -f -a '1 2 4 8 16 32 64 128'
complete -c lanesmith -n '__lanesmith_operand 3' -f -a '(__lanesmith_classes)'
complete -c lanesmith -n '__lanesmith_operand 4' -f -a '(__lanesmith_names --targets)'
complete -c lanesmith -n '__lanesmith_behind --op' -x -a '(__lanesmith_names --ops)'
complete -c lanesmith -n '__lanesmith_behind --target' -x -a '(__lanesmith_names --targets)'
complete -c lanesmith -n '__lanesmith_behind --class' -x -a '(__lanesmith_classes)'
