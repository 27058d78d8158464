#!/usr/bin/env bash
# Creates a module with `switchboard module new`, and runs the printed commands: test, build, check, try, install.
# Usage: check-new-module.sh HOST FOLDER
set -eu
switchboard=$1
parent=$2
name=FreshlyMade
package=$parent/$name
[ ! -e "$package" ] || { echo "$package already exists" >&2; exit 1; }

. "$(dirname "$0")/expect.sh"
trap 'rm -rf "$folder" "$package"' EXIT
"$switchboard" module new "$name" --path "$parent" | sed -n 's/^  //p' > "$folder/next"
grep -q "module install" "$folder/next" || { cat "$folder/next"; exit 1; }
sh -ex "$folder/next"
# A manifest that names the SDK's package by its folder must also build, and neither form may cause a warning.
for form in SwitchboardSDK Sources; do
    [ $form != Sources ] || sed -i 's/name: "SwitchboardSDK", //; s/"SwitchboardSDK"/"Sources"/' "$package/Package.swift"
    touch "$package/Sources/$name/${name}Module.swift"
    SWITCHBOARD_SDK=$("$switchboard" sdk path --modules) \
        swift build --build-system native --package-path "$package" > "$folder/build" 2>&1 || { cat "$folder/build"; exit 1; }
    ! grep -q '^warning:' "$folder/build" || { echo "\"$form\": the build warns:"; cat "$folder/build"; exit 1; }
done
# The build must not have compiled the SDK.
[ ! -e "$package/.build/debug/Mediator.build" ] || { echo "$package compiles the SDK" >&2; exit 1; }
expect 0 "Welcome, you" "$switchboard" open app://freshlymade/you
"$switchboard" module verify
"$switchboard" module uninstall "$name"
echo "a module that $switchboard made in $parent passes its tests and runs"
