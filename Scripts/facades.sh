#!/bin/sh
# Writes the façades again that modules keep of one another: each Routes/<Name>Routes.swift is that of the module <Name>.
# A new one begins as an empty file. Uses the debug build with the plugins.
set -eu
cd "$(dirname "$0")/.."

new=$(mktemp)
trap 'rm -f "$new"' EXIT
for file in Sources/Modules/*/Routes/*Routes.swift Plugins/*/Sources/*/Routes/*Routes.swift; do
    [ -e "$file" ] || continue
    .build/debug/switchboard --modules .build/plugins routes --swift "$(basename "$file" Routes.swift)" > "$new"
    cmp -s "$new" "$file" || { cat "$new" > "$file" && echo "$file"; }
done
