#!/usr/bin/env bash
# Runs the sessions in a document, and compares their output with the document, character by character.
#
# A session is a block between ```console and ```. A line that begins with "$ " is run unchanged by sh in the
# repository's root; the lines below are its output, including standard error. One shell runs all lines of a document,
# with an empty home; the document defines `switchboard`. "…" in an output matches any text within a line.
#
# A block below a line that contains only a path in backquotes, such as `~/Shop/Package.swift`, is written to that file
# of the home before the lines of the next session.
set -eu
cd "$(dirname "$0")/.."
document=$1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME

# The commands contain a line with tabs for each file: its copy, and its path in the home.
awk -v folder="$folder" '
    /^```$/ { inside = 0; file = "" }
    inside { print > (folder "/expected") }
    inside && sub(/^\$ /, "") { print > (folder "/commands") }
    file != "" { print > file }
    /^```console$/ { inside = 1 }
    /^```/ && path != "" { file = folder "/file" ++files; print "\t" file "\t" path > (folder "/commands") }
    { path = /^`~\/[^`]*`$/ ? substr($0, 4, length($0) - 4) : "" }' "$document"
[ -s "$folder/expected" ] || { echo "$document does not show a session" >&2; exit 1; }
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
echo "$document: $(grep -c '^\$ ' "$folder/expected") commands print the documented output"
