#!/usr/bin/env bash
# Compares the SDK's interface with the contract in Tests/Contract, the released interface: nothing may be missing or
# changed, and a commit that adds a declaration must add it there (`make contract`). Uses two tools of the toolchain,
# since neither finds everything (Documentation/Decisions/0052-two-readers-of-the-contract.md).
#
# Usage: check-contract.sh [write | FOLDER]          builds the SDK and compares
# `write` adds the new declarations to the contract. FOLDER has interfaces to compare without a build.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
[ -z "${1:-}" ] || [ "$1" = write ] || [ -d "$1" ] || { echo "usage: check-contract.sh [write | FOLDER]" >&2; exit 64; }
contract=Tests/Contract modules="Mediator ModuleKit ModuleTesting" interfaces=${1:-.build/debug/Modules}
[ "$interfaces" != write ] || interfaces=.build/debug/Modules
[ -d "${1:-}" ] || swift build --build-system native --product ModuleKit
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Next to a compiled module, the tools would not read the interface.
for module in $modules; do cp "$interfaces/$module.swiftinterface" "$folder/"; done

# declarations FOLDER: prints the declarations, one per line with the type to which it belongs. Neither the place of a
# declaration in a file or an extension matters to a plugin, nor whether a property is stored.
declarations() {
    for module in $modules; do
        [ -e "$1/$module.swiftinterface" ] || continue
        # The attributes that the tools do not print.
        sed -nE "s/^ *(@(_[a-z]|c\().*)/$module: \1/p" "$1/$module.swiftinterface"
        swift-synthesize-interface -module-name "$module" -I "$1" -module-cache-path .build/contract |
            awk -v module="$module: " '/^ *(\/\/|}|import |deinit$|@discardableResult$|$)/ { next }
            { level = int(match($0, /[^ ]/) / 4); sub(/^ */, attributes); attributes = ""; type = scope[level] }
            /^@[^ ]*$/ { attributes = $0 " "; next }
            sub(/ {$/, "") {
                where = sub(/ where /, "\t&") ? substr($0, index($0, "\t") + 1) : ""
                sub(/\t.*/, "")
                count = sub(/ : /, "\t") ? split(substr($0, index($0, "\t") + 1), inherited, ", ") : 0
                sub(/\t.*/, "")
                name = $0
                sub(/<.*/, "", name)
                sub(/.* /, type ? type "." : "", name)
                while (count) print module name " | conforms to " inherited[count--] where
                scope[level + 1] = name (/^extension / ? where : "")
                if (/^extension /) next; else $0 = $0 where
            }
            sub(/ let /, " var ") { $0 = $0 " { get }" }
            / var [^{]*$/ { $0 = $0 " { get set }" }
            sub(/ (nonmutating )?set }$/, " }") { print module type " | set " $0 }
            { print module type " | " $0 }'
    done | sort -u
}
declarations "$contract" > "$folder/old"
declarations "$folder" > "$folder/new"
comm -23 "$folder/old" "$folder/new" | sed 's/^/  missing: /' > "$folder/broken"
comm -13 "$folder/old" "$folder/new" | sed 's/^/  new: /' > "$folder/grown"
if [ -s "$folder/old" ]; then
    # It ends with 0 even if it has findings. Without a finding, it prints only the titles of its sections.
    swift-api-digester -diagnose-sdk -abi $(printf -- "-module %s " $modules) -BI "$contract" -I "$folder" \
        -module-cache-path .build/contract > "$folder/digest" 2>&1 || echo "it ended with $?" >> "$folder/digest"
    grep -q '^/\* Removed Decls \*/$' "$folder/digest" || echo "it compared nothing" >> "$folder/digest"
    sed "/^\/\*/d; /^$/d; /is a new API without '@available'$/d; s/^/  digester: /" "$folder/digest" >> "$folder/broken"
fi
# refuse FILE TEXT REMEDY: prints the lines of the file, if any, and ends the script.
refuse() { [ ! -s "$folder/$1" ] || { echo "the contract $2" && cat "$folder/$1" && echo "to do: $3" && exit 1; } >&2; }
refuse broken "is broken: plugins that were built against it need declarations that are missing or have changed" \
    "keep these declarations next to the new ones (Documentation/PluginContract.md)"
[ "${1:-}" = write ] || refuse grown "has grown, and $contract lacks the new declarations" \
    "\`make contract\`, and commit its output with the change"
[ "${1:-}" != write ] || for module in $modules; do
    # Sorts the extensions without a body, whose order in the compiler's output differs from build to build.
    sed '/^extension .*{}$/d' "$folder/$module.swiftinterface" > "$contract/$module.swiftinterface"
    sed -n '/^extension .*{}$/p' "$folder/$module.swiftinterface" | sort >> "$contract/$module.swiftinterface"
done
echo "the SDK has the $(wc -l < "$folder/new") declarations of the contract, $(wc -l < "$folder/grown") of them new"
