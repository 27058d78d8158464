#!/usr/bin/env bash
# Measures the time until the shell with the in-tree modules displays its prompt on a terminal, in turns with an empty
# Swift program with the same libraries. Uses the release build, or the debug build with BUILD=debug.
# Usage: bench-start.sh
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-release}
[ "$build" != release ] || swift build --build-system native -c release >&2
built=$PWD/.build/$build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"

flags=(-swift-version 6 -O -parse-as-library -module-cache-path "$folder/modules")
# Names the libraries, which the linker would otherwise leave out as unused.
mapfile -t libraries < <(readelf -d "$built/switchboard" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/-l:\1/p')
swiftc "${flags[@]}" -module-name Empty -o "$folder/empty" Scripts/bench-start/Empty.swift -L "$built" \
    -Xlinker --no-as-needed "${libraries[@]}" -Xlinker -rpath="$built"
swiftc "${flags[@]}" -module-name Start -o "$folder/start" Scripts/bench-start/Start.swift Tests/TestSupport/Condition.swift \
    Tests/TestSupport/SystemError.swift Tests/TestSupport/Process/{Terminal,TerminalScreen,Spawn}.swift
"$folder/start" "$built/switchboard" "$folder/empty" "$folder"
