#!/bin/sh
# Builds the fuzz targets, and runs each for some seconds.
# Usage: fuzz.sh build | fuzz.sh run SECONDS
set -eu
cd "$(dirname "$0")/.."
folder=.build/fuzz
mkdir -p "$folder"

for target in Pattern URL Match Table; do
    # The sources themselves, not the library: the fuzzer follows only what it has instrumented.
    find Sources/Mediator -name '*.swift' > "$folder/sources"
    swiftc -sanitize=fuzzer -parse-as-library -O -swift-version 6 -module-name Fuzz \
        -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature ExistentialAny \
        -enable-upcoming-feature InternalImportsByDefault \
        @"$folder/sources" Tests/MediatorTests/SlowMatcher.swift Tests/Fuzz/Input.swift \
        "Tests/Fuzz/${target}Target.swift" -o "$folder/$target"
done
echo "fuzz targets: built"
[ "${1:-build}" = run ] || exit 0

for target in Pattern URL Match Table; do
    mkdir -p "$folder/$target-corpus"
    SWIFT_BACKTRACE=enable=no "$folder/$target" -max_total_time="$2" -max_len=4096 -artifact_prefix="$folder/$target-" \
        "$folder/$target-corpus" > "$folder/$target.log" 2>&1 || {
        tail -n 40 "$folder/$target.log"
        exit 1
    }
    echo "fuzz target $target: $2 s without a finding"
done
