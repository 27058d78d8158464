#!/bin/sh
# Holds the layers in Scripts/layers.txt: prints each use that points up with its file, its name and both layers, where a
# pair of layers has other than the number of them that the table knows; with --all those that the table knows, too.
# Prints the modules that import another one, and the Swift files that SECURITY.md and Architecture.md name and that are not in Sources.
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
# A module asks others by URL. The build would find the interface of each, since all lie in one folder.
for module in Sources/Modules/*; do
    others=$(ls Sources/Modules | grep -vx "$(basename "$module")" | paste -sd '|')
    if grep -rnE --include='*.swift' "^[^/]*\bimport ([a-z]+ )?($others)\b" "$module" >&2; then
        echo "$module imports another module: ask it by URL, or move what both need to ModuleRoutes" >&2
        missing=1
    fi
done
[ "$missing" = 0 ] || exit 1
exec Scripts/house.sh --layers "$@"
