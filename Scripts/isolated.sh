#!/bin/sh
# Asks each route of a module twice, in the host's process and with the module in a process of its own, and prints what differs:
# values, pages, and the words of errors. A parameter of a path is 1, and a stream has ten seconds.
#   Scripts/isolated.sh NAME
set -eu
cd "$(dirname "$0")/.."
name=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# switchboard HOME WORD…: the host with all modules and a home.
switchboard() {
    home=$folder/$1
    shift
    XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" XDG_CACHE_HOME="$folder/cache" XDG_STATE_HOME="$home/state" \
        timeout -s INT 10 .build/debug/switchboard --modules .build/plugins --demo --plain --no-input "$@"
}

switchboard own routes --markdown "$name" | awk -F'|' '
    $2 ~ /open|call/ {
        gsub(/[ `]/, "", $3)
        gsub(/[()]/, "", $3)
        gsub(/[:*][A-Za-z_]+(<[^>]*>)?\??/, "1", $3)
        print $2 " app:/" $3
    }' > "$folder/asks"
grep -q . "$folder/asks" || { echo "isolated: $name has no routes; build it with \`make build plugins\`" >&2; exit 1; }
switchboard other module isolate "$name" > "$folder/isolated" || { cat "$folder/isolated"; exit 1; }
for home in own other; do
    while read -r ask; do
        echo "== $ask"
        switchboard "$home" -c "$ask" 2>&1 || true
    done < "$folder/asks" > "$folder/$home.txt"
done
if diff -U 2 --label "in the host's process" --label "in a process of its own" "$folder/own.txt" "$folder/other.txt"; then
    echo "isolated: $name answers its $(grep -c '^==' "$folder/own.txt") routes in a process of its own as in the host's"
else
    exit 1
fi
