#!/usr/bin/env bash
# Measures the cost of lazy modules in the release build: a start with COUNT modules of 10 routes each against a start
# with none, and the first request to a module against its bare dlopen and start. Needs the toolchain's clang.
# Usage: bench-modules.sh [COUNT]
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-1000}
runs=41
for product in switchboard ModuleKit; do
    swift build --build-system native -c release --product "$product" >&2 ||
        swift build --build-system native -c release --package-path Sources --product "$product" >&2
done
built=$PWD/.build/release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/many"
chmod 755 "$folder" "$folder/many"

# Each library is linked from the same object and a few lines that differ, so that each has different content.
flags=(-swift-version 6 -O -parse-as-library -I "$built/Modules" -module-cache-path "$folder/cache")
swiftc "${flags[@]}" -enable-upcoming-feature NonisolatedNonsendingByDefault -module-name Subject \
    -emit-object -o "$folder/subject.o" Scripts/bench-modules/Subject.swift
runtime=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift
link_one() {
    name=M$(printf %05d "$1")
    printf 'extern int benchmark_entry(void *);\nconst char *benchmark_module_name(void) { return "%s"; }\nint switchboard_v1_%s(void *h) { return benchmark_entry(h); }\n' \
        "$name" "$name" |
        clang -shared -fPIC -O2 -x c - -x none "$folder/subject.o" "$runtime/linux/x86_64/swiftrt.o" \
            -fuse-ld=lld -Wl,--exclude-libs,ALL -Wl,-s -L "$built" -lModuleKit -L "$runtime/linux" -lswiftCore -lswift_Concurrency \
            -Wl,-soname="lib$name.so" -o "$folder/many/lib$name.so"
}
for ((i = 0; i < count; i++)); do link_one "$i"; done
echo "$count libraries of $(stat -c %s "$folder/many/libM00000.so") bytes" >&2

export XDG_CACHE_HOME=$folder/cache-home XDG_DATA_HOME=$folder/data
mkdir "$XDG_CACHE_HOME" "$XDG_DATA_HOME"
touch "$folder/empty"
start() {
    # The host would report a folder without a library.
    if [ "$1" = none ]; then set --; else set -- --modules "$folder/$1"; fi
    "$built/switchboard" --no-remote "$@" -f "$folder/empty"
}
# The first start scans everything, a later one writes the image once the files are old enough, and the next reads it.
for _ in 1 2 3; do start many; start none; done
microseconds() {
    local began=$EPOCHREALTIME
    "$@" > /dev/null
    local ended=$EPOCHREALTIME
    echo $((${ended/./} - ${began/./}))
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
# Measures the processor time in addition to the elapsed time, since it does not depend on the load of the machine.
TIMEFORMAT='%3U %3S'
for ((i = 0; i < runs; i++)); do
    for kind in none many; do
        microseconds start $kind >> "$folder/$kind.times"
        { time start $kind > /dev/null; } 2>> "$folder/$kind.processor"
    done
done
none=$(median < "$folder/none.times")
many=$(median < "$folder/many.times")
printf 'start with none:                     %8d µs\n' "$none"
printf 'start with %4d modules:             %8d µs, %d µs more\n' "$count" "$many" $((many - none))
processor() { awk '{ print int(1000000 * ($1 + $2)) }' "$folder/$1.processor" | median; }
printf 'of processor time:                   %8d µs with none, %d µs more\n' "$(processor none)" \
    $(($(processor many) - $(processor none)))

swiftc "${flags[@]}" -enable-upcoming-feature NonisolatedNonsendingByDefault -module-name Floor \
    -L "$built" -lModuleKit -Xlinker -rpath="$built" -o "$folder/floor" Scripts/bench-modules/Floor.swift
# The host opens the stored copies, so the bare program opens the same files.
stored() { find "$XDG_DATA_HOME/switchboard/store" -name "lib$1.so"; }
for ((i = 1; i <= runs; i++)); do
    warm=M$(printf %05d $((i * 2))) name=M$(printf %05d $((i * 2 + 1)))
    "$folder/floor" "$(stored "$warm")" "$(stored "$name")" >> "$folder/floor.times"
    printf 'call app://%s/route1/1\ncall app://%s/route1/1\n' "$warm" "$name" |
        "$built/switchboard" --no-remote --modules "$folder/many" --trace-file "$folder/trace" > /dev/null
    tail -n 1 "$folder/trace" | grep -o '"duration_us":[0-9]*' | cut -d: -f2 | paste -sd+ | bc >> "$folder/first.times"
    tail -n 1 "$folder/trace" | sed -n 's/.*"duration_us":\([0-9]*\)[^}]*"stage":"activation".*/\1/p' >> "$folder/start.times"
done
floor=$(median < "$folder/floor.times")
first=$(median < "$folder/first.times")
printf 'bare dlopen and start:               %8d µs\n' "$floor"
printf 'first request to a lazy module:      %8d µs, %s times the bare one (%d µs of it the start)\n' "$first" \
    "$(awk "BEGIN { printf \"%.2f\", $first / $floor }")" "$(median < "$folder/start.times")"
