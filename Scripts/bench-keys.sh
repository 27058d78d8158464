#!/usr/bin/env bash
# Measures the time until the shell displays a typed key, with 10 modules of 1,000 routes each, in turns with `cat` on
# an equal terminal. Uses the release build, or the debug build with BUILD=debug. Needs the toolchain's clang.
# Usage: bench-keys.sh
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-release}
if [ "$build" = release ]; then
    swift build --build-system native -c release --product switchboard >&2
    swift build --build-system native -c release --product ModuleKit >&2 ||
        swift build --build-system native -c release --package-path Sources --product ModuleKit >&2
fi
built=$PWD/.build/$build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/many" "$folder/cache"
chmod 755 "$folder" "$folder/many"

flags=(-swift-version 6 -O -parse-as-library -module-cache-path "$folder/modules")
swiftc "${flags[@]}" -I "$built/Modules" -enable-upcoming-feature NonisolatedNonsendingByDefault -module-name Subject \
    -emit-object -o "$folder/subject.o" Scripts/bench-keys/Subject.swift
runtime=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift
for name in M0000{0..9}; do
    printf 'extern int benchmark_entry(void *);\nconst char *benchmark_module_name(void) { return "%s"; }\nint switchboard_v1_%s(void *h) { return benchmark_entry(h); }\n' \
        "$name" "$name" |
        clang -shared -fPIC -O2 -x c - -x none "$folder/subject.o" "$runtime/linux/x86_64/swiftrt.o" \
            -fuse-ld=lld -Wl,--exclude-libs,ALL -Wl,-s -L "$built" -lModuleKit -L "$runtime/linux" -lswiftCore -lswift_Concurrency \
            -Wl,-soname="lib$name.so" -o "$folder/many/lib$name.so"
done
swiftc "${flags[@]}" -module-name Keys -o "$folder/keys" Scripts/bench-keys/Keys.swift Tests/TestSupport/Condition.swift \
    Tests/TestSupport/SystemError.swift Tests/TestSupport/Process/{Terminal,TerminalScreen,Spawn}.swift
# Scans the modules, so that the next start does not.
HOME=$folder XDG_CACHE_HOME=$folder/cache "$built/switchboard" --no-remote --modules "$folder/many" routes > "$folder/routes"
echo "$(grep -c route "$folder/routes") routes" >&2
"$folder/keys" "$built/switchboard" "$folder"
