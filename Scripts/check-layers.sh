#!/bin/sh
# Checks the layers in Scripts/layers.txt: if a pair of layers has more upward uses than the table allows, prints them
# with file, name and both layers; with --all, also prints allowed uses. Prints modules that import another module, and
# Swift files that SECURITY.md and Architecture.md name and that are not in Sources.
#
# Usage: check-layers.sh [--all]
set -eu
cd "$(dirname "$0")/.."

missing=0
for document in SECURITY.md Documentation/Architecture.md; do
    for name in $(grep -oE '[A-Za-z0-9+]+\.swift\b' "$document" | sort -u); do
        [ -z "$(find Sources -name "$name" -print -quit)" ] || continue
        echo "$document names $name, which is not in Sources: name the file that has its code now" >&2
        missing=1
    done
done
# A module calls others by URL. The build cannot check it, since the interfaces of all modules are in one folder.
for module in Sources/Modules/*; do
    others=$(ls Sources/Modules | grep -vx "$(basename "$module")" | paste -sd '|')
    if grep -rnE --include='*.swift' "^[^/]*\bimport ([a-z]+ )?($others)\b" "$module" >&2; then
        echo "$module imports another module: ask it by URL, or move what both need to ModuleRoutes" >&2
        missing=1
    fi
done
[ "$missing" = 0 ] || exit 1
exec Scripts/house.sh --layers "$@"
