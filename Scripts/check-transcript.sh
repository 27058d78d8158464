#!/bin/sh
# Runs the sessions that a document shows and compares what they print, character by character.
#
# A session is a block between ```console and ```. A line that begins with "$ " is run by sh in the repository's root, as it
# stands; the lines below are its output, standard error included. One shell runs all lines of a document, with an empty home:
# the document itself says what `switchboard` is. "…" in an output stands for any text within a line.
set -eu
cd "$(dirname "$0")/.."
document=$1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"

awk '/^```console$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$document" > "$folder/expected"
sed -n 's/^\$ //p' "$folder/expected" > "$folder/commands"
[ -s "$folder/commands" ] || { echo "$document shows no session" >&2; exit 1; }
HOME="$folder/home" sh -c '
    while IFS= read -r line <&3; do
        printf "\$ %s\n" "$line"
        eval "$line" 3<&- < /dev/null 2>&1 || true
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
echo "$document: $(wc -l < "$folder/commands") commands print what it says"
