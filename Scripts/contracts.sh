#!/usr/bin/env bash
# Records the requests and answers of modules' tests in Contracts/<Module>.json and Plugins/<Name>/Contracts.
#   contracts.sh write        runs the tests of all modules and plugins, and stores the records
#   contracts.sh check        runs them, fails if a record has changed, and compares it with the routes
#   contracts.sh keep NAME    builds the SDK, runs the tests of one module, and stores its record
# A request that the tests no longer make is removed; an unchanged file is not written. The part of the last review
# stays until `write` reviews the files again.
set -eu
cd "$(dirname "$0")/.."
case ${1:-}:$# in
write:1 | check:1 | keep:2) verb=$1 ;;
*) echo "usage: contracts.sh write | check | keep NAME" >&2; exit 64 ;;
esac
SWITCHBOARD_CONTRACTS=$(mktemp -d)
export SWITCHBOARD_CONTRACTS
trap 'rm -rf "$SWITCHBOARD_CONTRACTS"' EXIT

# recorded FILE, reviewed FILE: print the part that the tests wrote, without its last line, and the rest.
recorded() { sed '/^},"reviewed":{$/,$d; /^}}$/d' "$1"; }
reviewed() { sed -n '/^},"reviewed":{$/,$p' "$1" 2> /dev/null || :; }

# settle NAME FOLDER: compares a module's file in a folder with the record of its tests, or replaces it.
settle() {
    new=$SWITCHBOARD_CONTRACTS/$1.json
    kept=$2/$1.json
    [ -e "$new" ] || new=/dev/null
    if [ "$new" = /dev/null ] && [ ! -e "$kept" ]; then return; fi
    recorded "$new" > "$SWITCHBOARD_CONTRACTS/new"
    : > "$SWITCHBOARD_CONTRACTS/kept"
    [ ! -e "$kept" ] || recorded "$kept" > "$SWITCHBOARD_CONTRACTS/kept"
    if [ -e "$kept" ] && cmp -s "$SWITCHBOARD_CONTRACTS/new" "$SWITCHBOARD_CONTRACTS/kept"; then return; fi
    if [ "$verb" = check ]; then
        diff -u "$SWITCHBOARD_CONTRACTS/kept" "$SWITCHBOARD_CONTRACTS/new" >&2 || true
        echo "$kept differs from the requests of the tests; run \`make contracts\`, and review the changes" >&2
        failed=1
    elif [ "$new" = /dev/null ]; then
        rm "$kept" && echo "removed $kept: the tests do not use stubs"
    else
        mkdir -p "$2"
        { cat "$SWITCHBOARD_CONTRACTS/new"; reviewed "$kept" | grep . || echo "}}"; } > "$SWITCHBOARD_CONTRACTS/all"
        cp "$SWITCHBOARD_CONTRACTS/all" "$kept" && echo "$kept"
    fi
}

failed=
if [ "$verb" = keep ]; then
    package=$(Scripts/module.sh path "$2")
    make --no-print-directory sdk
    Scripts/module.sh test "$package"
    name=$(basename "$package")
    case $package in Sources/Modules/*) settle "$name" Contracts ;; *) settle "$name" "$package/Contracts" ;; esac
    exit
fi
modules=$(cd Sources/Modules && echo *)
swift test --build-system native --skip-build --quiet --filter "^($(echo "$modules" | sed 's/ /Tests|/g')Tests)\."
ls "$SWITCHBOARD_CONTRACTS"/*.json > /dev/null || { echo "contracts: no test recorded a request" >&2; exit 1; }
for name in $modules; do settle "$name" Contracts; done
for tests in Plugins/*/Tests; do
    plugin=$(dirname "$tests")
    Scripts/module.sh test "$plugin"
    settle "$(basename "$plugin")" "$plugin/Contracts"
done
[ -z "$failed" ] || exit 1
contract() { .build/debug/switchboard --modules .build/plugins contract "$1" Contracts/*.json Plugins/*/Contracts/*.json; }
if [ "$verb" = write ]; then
    # The review accepts the changes since the last review, so they are printed before.
    contract check || :
    contract review
fi
contract check
