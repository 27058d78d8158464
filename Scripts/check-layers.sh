#!/bin/sh
# Checks that a layer uses only layers below it (Scripts/layers.txt), that no module imports another one or the host,
# and that SECURITY.md and Architecture.md name only Swift files in Sources. Prints what breaks a rule, in less than a
# second.
#
# Reads the sources without comments and strings: a file uses a layer if it contains the name of an outermost type that
# another layer of the target declares. Does not see uses of functions and of extensions' members.
#
# Usage: check-layers.sh
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
failed=0
for document in SECURITY.md Documentation/Architecture.md; do
    for name in $(grep -oE '[A-Za-z0-9+]+\.swift\b' "$document" | sort -u); do
        [ -z "$(find Sources -name "$name" -print -quit)" ] || continue
        echo "$document names $name, which is not in Sources: name the file that has its code now" >&2
        failed=1
    done
done
# A module calls others by URL. The build cannot check it, since the interfaces of all modules are in one folder.
for module in Sources/Modules/*; do
    others=$({ ls Sources/Modules | grep -vx "$(basename "$module")"; ls Sources/Host; } | paste -sd '|')
    if grep -rnE --include='*.swift' --exclude-dir=.build "^[^/]*\bimport\s+([a-z]+\s+)?($others)\b" "$module" >&2; then
        echo "$module imports another module, or the host: ask by URL, or move what both need to ModuleRoutes" >&2
        failed=1
    fi
done

table=Scripts/layers.txt
targets=$(sed -n 's,^\([A-Z][^ ]*\).*,Sources/\1,p' $table)
for target in Sources/*Kit Sources/Mediator Sources/ModuleTesting Sources/Host/*; do
    [ "$(find "$target" -mindepth 2 -maxdepth 2 -name '*.swift' -printf '%h\n' | sort -u | wc -l)" -gt 1 ] || continue
    echo "$targets" | grep -qx "$target" && continue
    echo "$target has no layers: add a row for it to $table" >&2
    failed=1
done
files=$(find $targets -name '*.swift' ! -path '*/Template/*' ! -path '*/.build/*')
# One awk process reads all files; their paths do not contain spaces.
awk -v table=$table '
    /^#/ && FILENAME == table { next }
    FILENAME == table {
        field = 1
        if (/^[^ ]/) { target = $(field++); level = 1 }
        for (; field <= NF; field++) if ($field == "|") level++; else height[target "/" $field] = level
        next
    }
    FNR == 1 {
        layer = target = substr(FILENAME, 9)
        sub(/\/[^\/]*$/, "", layer)
        match(target, /^(Host\/)?[^\/]*/)
        target = substr(target, 1, RLENGTH)
        if (layer == target) layer = layer "/."
        while (!(layer in height) && sub(/\/[^\/]*$/, "", layer)) continue
        if (!(layer in height)) { print FILENAME ": no layer; to do: add its folder to " table; failed = 1 }
        targets[FILENAME] = target
        layers[FILENAME] = layer
        met[layer]
    }
    { gsub(/"(\\.|[^"\\])*"/, ""); sub(/\/\/.*/, "") }
    match($0, /(^|[^A-Za-z0-9_"])(struct|class|enum|actor|protocol|typealias)[ \t]+[A-Z][A-Za-z0-9_]*/) {
        name = substr($0, RSTART, RLENGTH)
        sub(/.*[ \t]/, "", name)
        own[layer " " name]
        name = target " " name
        if (/^[^ \t]/ && !/private/) home[name] = layer
    }
    {
        # A member type is not an outermost type.
        gsub(/\.[A-Za-z0-9_]+/, " ")
        gsub(/[^A-Za-z0-9_]+/, " ")
        for (field = 1; field <= NF; field++) if ($field ~ /^[A-Z]/) uses[FILENAME " " $field]
    }
    END {
        for (layer in height) if (!(layer in met)) {
            print table ": " layer " has no Swift file; to do: remove it from its row"
            failed = 1
        }
        for (use in uses) {
            split(use, part, " ")
            name = targets[part[1]] " " part[2]
            here = layers[part[1]]
            there = home[name]
            if (!(name in home) || (here " " part[2]) in own || there == here || height[there] < height[here]) continue
            print part[1] ": " part[2] ", " here " uses " there "; to do: let the arrow point down" | "sort"
            failed = 1
        }
        exit failed
    }' $table $files >&2 || failed=1
exit $failed
