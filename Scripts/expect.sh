#!/usr/bin/env bash
# For the checks that source it: the folder $folder, the user's folders in it, and the functions `expect` and `change`.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_DATA_HOME="$folder/data" XDG_CACHE_HOME="$folder/cache" XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state"

# expect CODE TEXT COMMAND…: runs a command, and checks its exit code and that it prints the text.
expect() {
    code=$1 text=$2
    shift 2
    found=$("$@" 2>&1) && status=0 || status=$?
    case $status:$found in
    "$code:"*"$text"*) echo "ok: $* → $text" ;;
    *) echo "expected $code and \"$text\" from: $*; found $status and: $found" >&2; exit 1 ;;
    esac
}

# change FILE EXPRESSION: edits a file with sed; fails if nothing changes.
change() {
    sed "$2" "$1" > "$folder/changed"
    ! cmp -s "$1" "$folder/changed" || { echo "no line of $1 matches $2; fix $0" >&2; exit 1; }
    cat "$folder/changed" > "$1"
}
