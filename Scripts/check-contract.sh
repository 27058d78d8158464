#!/bin/sh
# Compares the SDK's interface with the contract in Tests/Contract, the released interface: nothing may be missing or
# changed, and a commit that adds a declaration must add it there (`make contract`).
#
# Usage: check-contract.sh [write | NEW [OLD]]
# Without arguments, builds the SDK and compares. `write` adds the new declarations to the contract. NEW and OLD are
# folders with interfaces to compare instead.
#
# Makes two comparisons, since neither finds everything: `swift-api-digester` knows the effect of a new requirement
# without a default on conforming types; the declarations' text has the isolation of a function (`@MainActor`,
# `@concurrent`, `nonisolated(nonsending)`), which changes how it is called, but not its symbol's name.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

mode=${1:-check}
modules="Mediator ModuleKit ModuleTesting"
contract=${2:-Tests/Contract}
case $mode in
check | write)
    swift build --build-system native --product ModuleKit
    interfaces=.build/debug/Modules
    ;;
*) interfaces=$mode ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/interfaces"
for module in $modules; do cp "$interfaces/$module.swiftinterface" "$folder/interfaces/"; done

# declarations FOLDER: prints the declarations of all modules whose interfaces are in the folder.
declarations() {
    for module in $modules; do
        [ ! -e "$1/$module.swiftinterface" ] ||
            awk -f Scripts/contract.awk "$1/$module.swiftinterface" | sed "s/^/$module: /"
    done | sort -u
}
declarations "$contract" > "$folder/old"
declarations "$folder/interfaces" > "$folder/new"
comm -23 "$folder/old" "$folder/new" > "$folder/lost"
comm -13 "$folder/old" "$folder/new" > "$folder/come"

if [ -s "$folder/old" ]; then
    # Its exit code is always 0. Without a finding, it prints only the titles of its sections.
    swift-api-digester -diagnose-sdk -abi $(printf -- "-module %s " $modules) \
        -BI "$contract" -I "$folder/interfaces" -module-cache-path .build/contract > "$folder/digest" 2>&1
    if grep -q 'Failed to load module' "$folder/digest" || ! grep -q '^/\* Removed Decls \*/$' "$folder/digest"; then
        sed '/^$/,$d' "$folder/digest" >&2
        exit 1
    fi
    grep -v -e '^/\*.*\*/$' -e '^$' -e "is a new API without '@available'$" "$folder/digest" > "$folder/findings" || true
    if [ -s "$folder/lost" ] || [ -s "$folder/findings" ]; then
        {
            echo "the contract is broken: plugins that were built against it need declarations that are missing or have changed"
            sed 's/^/  missing: /' "$folder/lost"
            sed 's/^/  digester: /' "$folder/findings"
            echo "to do: keep these declarations next to the new ones (Documentation/PluginContract.md)"
        } >&2
        exit 1
    fi
fi
if [ "$mode" = write ]; then
    # Sorts the extensions without a body, whose order in the compiler's output differs from build to build.
    for module in $modules; do
        awk '/^extension .*{}$/ { print | "sort"; next } { fflush(); close("sort"); print } END { fflush(); close("sort") }' \
            "$folder/interfaces/$module.swiftinterface" > "$contract/$module.swiftinterface"
    done
    echo "$contract: $(wc -l < "$folder/come") new declarations, $(wc -l < "$folder/new") in all"
elif [ -s "$folder/come" ]; then
    {
        echo "the contract has grown, and $contract lacks the new declarations"
        sed 's/^/  new: /' "$folder/come"
        echo "to do: \`make contract\`, and commit its output with the change"
    } >&2
    exit 1
else
    echo "the SDK has the $(wc -l < "$folder/new") declarations of the contract"
fi
