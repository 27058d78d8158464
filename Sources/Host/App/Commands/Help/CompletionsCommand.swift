import ModuleKit

extension Command {
    static let completions = Command(
        name: "completions", words: "bash|zsh|fish", summary: "write the script that completes commands in a shell",
        need: .nothing
    ) { session, arguments throws(Failure) in
        let script = CompletionScript.all[arguments.words[0]] ?? ""
        return try session.console.show("completions", script, text: script, isSource: true)
    }
}

/// The scripts that complete command lines of `switchboard` in bash, zsh and fish.
///
/// A script runs the installed executable with a hidden command, which prints the candidates.
enum CompletionScript {
    /// The name of the hidden command, whose arguments are the words of the command line up to the cursor.
    static let hiddenWord = "complete-words"

    fileprivate static let all = [
        "bash": #"""
        # Completes the words of switchboard in bash; written by `switchboard completions bash`.
        _switchboard() {
            local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} words current file candidate
            # The shell passes an alias and a leading ~ as typed.
            local host=(${BASH_ALIASES[$1]-"$1"})
            # Without -r, a backslash quotes the next character.
            read -a words <<< "$line"
            [[ $line == *[^\\][[:space:]] ]] && words+=("")
            current=${words[-1]} file=${words[-1]}
            [[ $current == -*=* ]] && file=${current#*=}
            COMPREPLY=()
            while IFS=$'\t' read -r candidate _; do
                case $candidate in
                :files) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$file") ;;
                :folders) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$file") ;;
                *)
                    [[ $candidate == *[/=] ]] && compopt -o nospace
                    # Between quotation marks the shell would read a quoted candidate in another way.
                    [[ $current == *[\'\"]* ]] && continue
                    # The shell replaces what follows the last colon or equals sign, and runs what is not quoted.
                    printf -v candidate %q "${candidate#"${current%"${current##*[:=]}"}"}"
                    COMPREPLY+=("$candidate")
                    ;;
                esac
            done < <("${host[0]/#~\//"$HOME"/}" COMPLETER "${host[@]:1}" "${words[@]:1}" 2> /dev/null)
        }
        complete -F _switchboard switchboard
        """#,
        "zsh": #"""
        #compdef switchboard
        # Completes the words of switchboard in zsh; written by `switchboard completions zsh`.
        _switchboard() {
            local line entry
            local -a whole begun host=(${(z)aliases[$words[1]]:-$words[1]})
            host+=("${(@)words[2,CURRENT-1]}" "$PREFIX")
            for line in ${(f)"$(${${(Q)host[1]}/#\~\//$HOME/} COMPLETER "${(@Q)host[2,-1]}" 2> /dev/null)"}; do
                entry=${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}
                case ${line%%$'\t'*} in
                :files) compset -P '-*='; _files ;;
                :folders) compset -P '-*='; _files -/ ;;
                */|*=) begun+=("$entry") ;;
                *) whole+=("$entry") ;;
                esac
            done
            (( $#whole )) && _describe switchboard whole
            (( $#begun )) && _describe switchboard begun -S ''
        }
        if [[ $funcstack[1] == _switchboard ]]; then _switchboard "$@"; else compdef _switchboard switchboard; fi
        """#,
        "fish": #"""
        # Completes the words of switchboard in fish; written by `switchboard completions fish`.
        function __switchboard_complete
            set -l words (commandline -opc)
            set -l host (string replace -r '^~/' "$HOME/" -- $words[1])
            # An open quotation mark is not part of the word.
            set -l current (string replace -r '^[\'"]' '' -- (commandline -ct))
            for line in ($host COMPLETER $words[2..] "$current" 2> /dev/null)
                switch $line
                    case ':files'
                        __fish_complete_path "$current"
                    case ':folders'
                        __fish_complete_directories "$current" ''
                    case '*'
                        echo $line
                end
            end
        end
        complete -c switchboard -f -a '(__switchboard_complete)'
        """#,
    ].mapValues { $0.replacing("COMPLETER", with: hiddenWord) }
}
