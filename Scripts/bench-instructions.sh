#!/bin/sh
# Counts the instructions of a request, which do not depend on what else the machine does, for each request of the benchmark
# (Documentation/Performance.md): those of a process with many requests less those of one with few, by the difference.
#   Scripts/bench-instructions.sh [NAME...]
set -eu
cd "$(dirname "$0")/.."

few=2000
many=6000

release="swift build --build-system native -c release --package-path Benchmarks --product RouterBenchmark"
$release >&2
benchmark=$($release --show-bin-path)/RouterBenchmark

# A virtual machine often counts no instructions itself; valgrind counts as many, fifty times as slow.
if perf stat -x , -e instructions:u true 2>&1 | grep -q '^[0-9]'; then
    count() { perf stat -x , -e instructions:u "$benchmark" "$@" 2>&1 >/dev/null | sed -n 's/^\([0-9]*\),.*/\1/p'; }
elif command -v valgrind >/dev/null; then
    # It gives up at some debug information.
    strip --strip-debug -o "$benchmark-stripped" "$benchmark"
    count() {
        valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$benchmark-stripped" "$@" \
            2>&1 >/dev/null | sed -n 's/.*I *refs: *//p' | tr -d ,
    }
else
    printf 'bench: %s\n' "neither perf nor valgrind counts instructions here" "to do: apt-get install valgrind" >&2
    exit 69
fi

if [ $# = 0 ]; then "$benchmark" --names; else printf '%s\n' "$@"; fi | {
    printf '| %-28s | %12s |\n| %-28s | %12s |\n' '' instructions ---------------------------- -----------:
    while read -r name; do
        "$benchmark" --only "$name" --count 1
        printf '| %-28s | %12d |\n' "$name" \
            $((($(count --only "$name" --count $many) - $(count --only "$name" --count $few)) / (many - few)))
    done
}
