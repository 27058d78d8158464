#!/bin/sh
# Counts instructions, which do not depend on the load of the machine (Documentation/Performance.md): of each request of
# the benchmark and of a shell line with its page, by the difference between many and few of them in a process; and of
# the host's start.
# Usage: bench-instructions.sh [NAME...]
set -eu
cd "$(dirname "$0")/.."

release="swift build --build-system native -c release"
$release --package-path Benchmarks --product RouterBenchmark >&2
$release >&2
benchmark=$($release --package-path Benchmarks --show-bin-path)/RouterBenchmark
host=$($release --show-bin-path)/switchboard

# A virtual machine often cannot count instructions; valgrind counts the same number, fifty times slower.
if perf stat -x , -e instructions:u true 2>&1 | grep -q '^[0-9]'; then
    count() { perf stat -x , -e instructions:u "$@" 2>&1 >/dev/null | sed -n 's/^\([0-9]*\),.*/\1/p'; }
else
    Scripts/prerequisites.sh require count
    # valgrind fails on some debug information.
    for program in "$benchmark" "$host"; do strip --strip-debug -o "$program-stripped" "$program"; done
    benchmark=$benchmark-stripped
    host=$host-stripped
    count() {
        valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
            sed -n 's/.*I *refs: *//p' | tr -d ,
    }
fi

row() { printf '| %-28s | %12s |\n' "$@"; }

# request NAME: prints the instructions of a request of the benchmark.
request() {
    "$benchmark" --only "$1" --count 1
    row "$1" $((($(count "$benchmark" --only "$1" --count 6000) - $(count "$benchmark" --only "$1" --count 2000)) / 4000))
}

# at_home COMMAND…: runs a command with a new home. The first start there writes files that later starts read, but no
# image of files that changed less than two seconds before.
at_home() (
    home=$(mktemp -d)
    trap 'rm -rf "$home"' EXIT
    export HOME="$home" XDG_CACHE_HOME="$home/cache" XDG_DATA_HOME="$home/data"
    "$@"
)

# start: prints the instructions of the host from its start to its prompt, with its end.
start() {
    sleep 3
    echo exit | "$host" --demo >/dev/null 2>&1
    row start "$(echo exit | count "$host" --demo)"
}

# line TEXT: prints the instructions of a shell line; # becomes six homes in turn, so that caches by URL do not help.
line() {
    script() { for number in $(seq "$2"); do printf '%s\n' "$1" | sed "s/#/$((number % 6 + 1))/"; done; }
    counted() { script "$1" "$2" | count "$host" --demo; }
    script "$1" 1 | "$host" --demo >/dev/null 2>&1 || true
    row "$1" $((($(counted "$1" 30) - $(counted "$1" 10)) / 20))
}

row '' instructions
row ---------------------------- -----------:
if [ $# = 0 ]; then
    "$benchmark" --names | while read -r name; do request "$name"; done
    for text in 'app://rent/#' app://account/login 'call app://account/session' app://nothing/here; do at_home line "$text"; done
    at_home start
else
    for name in "$@"; do case $name in start) at_home start ;; *://*) at_home line "$name" ;; *) request "$name" ;; esac done
fi
