#!/bin/sh
# Has the tests of modules write down what they stood on, in Contracts/<Module>.json and Plugins/<Name>/Contracts.
#   contracts.sh write                         runs the tests of all modules and plugins, and keeps it
#   contracts.sh check                         runs them, fails if that is not what is kept, and compares it with the routes
#   contracts.sh keep NAME FOLDER COMMAND…     runs the tests of one module, and keeps it in a folder
# What the tests no longer ask is gone from the file; one that has not changed is not written.
set -eu
cd "$(dirname "$0")/.."
verb=$1
shift
SWITCHBOARD_CONTRACTS=$(mktemp -d)
export SWITCHBOARD_CONTRACTS
trap 'rm -rf "$SWITCHBOARD_CONTRACTS"' EXIT

# settle NAME FOLDER: makes the file of a module in a folder what its tests wrote.
settle() {
    new=$SWITCHBOARD_CONTRACTS/$1.json
    kept=$2/$1.json
    [ -e "$new" ] || new=/dev/null
    if [ "$new" = /dev/null ] && [ ! -e "$kept" ] || cmp -s "$new" "$kept"; then return; fi
    if [ "$verb" = check ]; then
        diff -u "$kept" "$new" >&2 || true
        echo "$kept is not what the tests stand on: run \`make contracts\`, and review what changes" >&2
        failed=1
    elif [ "$new" = /dev/null ]; then
        rm "$kept" && echo "$kept is gone: the tests ask no stub"
    else
        mkdir -p "$2" && cp "$new" "$kept" && echo "$kept"
    fi
}

failed=
if [ "$verb" = keep ]; then
    name=$1
    folder=$2
    shift 2
    "$@"
    settle "$name" "$folder"
    exit
fi
modules=$(cd Sources/Modules && echo *)
swift test --build-system native --skip-build --quiet --filter "^($(echo "$modules" | sed 's/ /Tests|/g')Tests)\."
for name in $modules; do settle "$name" Contracts; done
for tests in Plugins/*/Tests; do
    plugin=$(dirname "$tests")
    Scripts/plugin.sh test "$plugin"
    settle "$(basename "$plugin")" "$plugin/Contracts"
done
[ -z "$failed" ] || exit 1
.build/debug/switchboard --modules .build/plugins contract check Contracts/*.json Plugins/*/Contracts/*.json
