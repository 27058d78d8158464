#!/bin/sh
# Runs hosts for a long time: shell lines, calls of an isolated module and of another host of a fleet, and changes of a
# live page. Prints the resident memory in kilobytes after each tenth. Fails if a host dies, or if its memory grows by
# more than 8 MB after the second tenth. Needs nats-server and libnats, like bench-fleet.sh.
#
# Usage: endurance.sh [LINES [CALLS]]; the defaults are 100000 and 1000000.
set -eu
cd "$(dirname "$0")/.."
lines=$((${1:-100000} / 10)) calls=$((${2:-1000000} / 10))
products=$PWD/.build/debug
folder=$(mktemp -d)
server= serving=
trap 'kill $serving $server 2> /dev/null || :; rm -rf "$folder"' EXIT
export HOME="$folder" XDG_CACHE_HOME="$folder" XDG_DATA_HOME="$folder"

# build FOLDER FLAG…: builds the plugin of Benchmarks/Endurance.
build() {
    mkdir "$folder/$1"
    library=$folder/$1/libEndurance.so
    shift
    swiftc -O -emit-library -parse-as-library -swift-version 6 -module-name Endurance \
        -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$products/Modules" -L "$products" -lModuleKit \
        -module-cache-path "$folder/cache" -Xlinker "-rpath=$products" "$@" -o "$library" \
        Benchmarks/Endurance/*.swift
}

# tenths COMMAND…: runs a command ten times.
tenths() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do "$@"; done
}

# host NAME OPTION…: runs a host with the lines of the standard input, and checks the memory sizes that calls return.
host() {
    name=$1 code=0
    shift
    "$products/switchboard" --json --deadline 3600 "$@" > "$folder/output" 2> "$folder/errors" || code=$?
    grep -o '"value":\[[0-9,]*\]' "$folder/output" | tr -dc '0-9,\n' > "$folder/memory" || :
    echo "$name: kilobytes $(tr '\n' ' ' < "$folder/memory")"
    # If a line fails, the shell ends with an exit code of 3 or less.
    if [ "$code" -gt 3 ] || [ "$(wc -l < "$folder/memory")" -ne 10 ]; then
        echo "endurance.sh: $name ended with $code:" >&2
        tail -n 3 "$folder/errors" >&2
        exit 1
    fi
    awk -F, -v name="$name" '
        { for (i = 1; i <= NF; i++) { if (NR == 2) first[i] = $i; last[i] = $i } }
        END { for (i in last) if (last[i] > first[i] + 8192) { print name ": the memory grows"; exit 1 } }
    ' "$folder/memory"
}

shell_lines() {
    yes b | head -n "$lines"
    echo call app://meter/memory
}

build here
build isolated -DISOLATED
{ tenths shell_lines; echo "record $folder/recording"; echo exit; } | host shell --modules "$folder/here"
tenths echo "call app://meter/ask/$calls" | host isolated --modules "$folder/isolated"
{ echo app://meter/page; tenths echo "call app://meter/change/$calls"; } | host live --modules "$folder/here"

nats-server -a 127.0.0.1 -p -1 --ports_file_dir "$folder" > "$folder/server.log" 2>&1 &
server=$!
ports=$folder/nats-server_$server.ports
until [ -s "$ports" ]; do kill -0 "$server"; sleep 0.1; done
address=$(grep -o 'nats://[0-9.:]*' "$ports" | head -1)
"$products/switchboard" --modules "$folder/here" --fleet "$address" serve Echo > "$folder/serving" 2>&1 &
serving=$!
until [ -s "$folder/serving" ]; do kill -0 "$serving"; sleep 0.1; done
tenths echo "call app://meter/ask/$calls" | host serve --modules "$folder/here" --without Echo --fleet "$address"
echo "no memory grew"
