#!/usr/bin/env bash
# Generates the façades in Sources/ModuleRoutes again: <Name>Routes.swift is the façade of the module <Name>. A new
# façade begins as an empty file. Uses the debug build with the plugins.
set -eu
cd "$(dirname "$0")/.."

new=$(mktemp)
trap 'rm -f "$new"' EXIT
for file in Sources/ModuleRoutes/*Routes.swift; do
    .build/debug/switchboard --modules .build/plugins routes --swift "$(basename "$file" Routes.swift)" > "$new"
    cmp -s "$new" "$file" || { cat "$new" > "$file" && echo "$file"; }
done
