#!/usr/bin/env bash
# How long the shell with the in-tree modules takes from the start of its process to its prompt on a terminal, beside an
# empty Swift program that links the same libraries, in turns. In the release build, or with BUILD=debug in the debug build.
#   Scripts/bench-start.sh
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-release}
[ "$build" != release ] || swift build --build-system native -c release >&2
built=$PWD/.build/$build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"

flags=(-swift-version 6 -O -parse-as-library -module-cache-path "$folder/modules")
# The libraries by their names, which the linker would leave out as unused.
mapfile -t libraries < <(readelf -d "$built/switchboard" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/-l:\1/p')
swiftc "${flags[@]}" -module-name Empty -o "$folder/empty" Scripts/bench-start/Empty.swift -L "$built" \
    -Xlinker --no-as-needed "${libraries[@]}" -Xlinker -rpath="$built"
swiftc "${flags[@]}" -module-name Start -o "$folder/start" Scripts/bench-start/Start.swift Tests/TestSupport/Condition.swift \
    Tests/TestSupport/SystemError.swift Tests/TestSupport/Process/{Terminal,TerminalScreen,Spawn}.swift
"$folder/start" "$built/switchboard" "$folder/empty" "$folder"
