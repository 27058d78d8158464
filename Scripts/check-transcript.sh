#!/bin/sh
# Runs the sessions that a document shows and compares what they print, character by character.
#
# A session is a block between ```console and ```. A line that begins with "$ " is run by sh in the repository's root, as it
# stands; the lines below are its output, standard error included. One shell runs all lines of a document, with an empty home:
# the document itself says what `switchboard` is. "…" in an output stands for any text within a line.
#
# A block below a line with nothing but a path in backquotes, such as `~/Shop/Package.swift`, is written to that file of the
# empty home, before the lines of the next session.
set -eu
cd "$(dirname "$0")/.."
document=$1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME

# The commands have a line with a tab for each file: its copy, and its path in the home.
awk -v folder="$folder" '
    /^```$/ { inside = 0; file = "" }
    inside { print > (folder "/expected") }
    inside && sub(/^\$ /, "") { print > (folder "/commands") }
    file != "" { print > file }
    /^```console$/ { inside = 1 }
    /^```/ && path != "" { file = folder "/file" ++files; print "\t" file "\t" path > (folder "/commands") }
    { path = /^`~\/[^`]*`$/ ? substr($0, 4, length($0) - 4) : "" }' "$document"
[ -s "$folder/expected" ] || { echo "$document shows no session" >&2; exit 1; }
HOME="$folder/home" sh -c '
    tab=$(printf "\t")
    while IFS= read -r line <&3; do
        case $line in
        "$tab"*)
            path=$HOME/${line##*"$tab"}
            mkdir -p "${path%/*}"
            line=${line#"$tab"}
            cp "${line%%"$tab"*}" "$path"
            ;;
        *)
            printf "\$ %s\n" "$line"
            eval "$line" 3<&- < /dev/null 2>&1 || true
            ;;
        esac
    done' 3< "$folder/commands" > "$folder/printed"
awk '
    NR == FNR { expected[FNR] = $0; next }
    index(expected[FNR], "…") && !/^\$ / {
        pattern = expected[FNR]
        gsub(/[][\\.*+?(){}|^$]/, "\\\\&", pattern)
        gsub(/…/, ".*", pattern)
        if ($0 ~ "^" pattern "$") { print expected[FNR]; next }
    }
    { print }' "$folder/expected" "$folder/printed" > "$folder/found"
diff -u "$folder/expected" "$folder/found"
echo "$document: $(grep -c '^\$ ' "$folder/expected") commands print what it says"
