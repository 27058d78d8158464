#!/bin/sh
# Builds the fuzz targets; with `run`, builds them optimized and runs each for SECONDS.
# Usage: fuzz.sh build | fuzz.sh run SECONDS
set -eu
cd "$(dirname "$0")/.."
folder=.build/fuzz
targets="Pattern URL Match RemotePage Frame Fleet"
mkdir -p "$folder"
optimization=-Onone
[ "${1:-build}" = build ] || optimization=-O

# All sources form one module with the mediator's name. The renderer of pages and the frames of isolated modules and
# other hosts import ModuleKit and Platform, which are empty here.
: > "$folder/empty.swift"
rm -f "$folder/Mediator.swiftmodule"
for module in ModuleKit Platform; do
    swiftc -parse-as-library -emit-module -module-name "$module" -emit-module-path "$folder/$module.swiftmodule" \
        "$folder/empty.swift"
done

# Compiles the sources instead of linking the library, since the fuzzer only follows instrumented code.
find Sources/Mediator Sources/ModuleKit/Rendering Tests/Fuzz -name '*.swift' > "$folder/sources"
(
    cd Sources/Host
    # The messages between hosts, and the connection to which pages of another host refer.
    find "$PWD"/Platform "$PWD"/PluginRuntime/Remote/Frames "$PWD"/PluginRuntime/Remote/Remoting -name '*.swift'
    ls "$PWD"/PluginRuntime/Remote/Isolation/UnchangedValues.swift "$PWD"/PluginRuntime/Remote/Fleet/HostCard.swift
) >> "$folder/sources"
clang -O2 -I Sources/Host/SHAShim/include -c Sources/Host/SHAShim/SHAShim.c -o "$folder/SHAShim.o"
swiftc -sanitize=fuzzer -parse-as-library "$optimization" -whole-module-optimization -swift-version 6 -module-name Mediator -package-name fuzz \
    -I "$folder" -I Sources/Host/SHAShim/include \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault \
    @"$folder/sources" "$folder/SHAShim.o" Tests/MediatorTests/Routing/SlowMatcher.swift -o "$folder/Targets"
# The executable runs the target by whose name it is called.
for target in $targets; do ln -sf Targets "$folder/$target"; done
echo "fuzz targets: built"
[ "${1:-build}" = run ] || exit 0

for target in $targets; do
    mkdir -p "$folder/$target-corpus"
    SWIFT_BACKTRACE=enable=no "$folder/$target" -max_total_time="$2" -max_len=4096 -artifact_prefix="$folder/$target-" \
        "$folder/$target-corpus" > "$folder/$target.log" 2>&1 || {
        tail -n 40 "$folder/$target.log"
        exit 1
    }
    echo "fuzz target $target: $2 s without a finding"
done
