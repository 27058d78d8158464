#!/bin/sh
# Creates a module with `switchboard module new`, and runs the printed commands: test, build, check, try, install.
# Usage: check-new-module.sh HOST FOLDER
set -eu
switchboard=$1
parent=$2
name=FreshlyMade
package=$parent/$name
[ ! -e "$package" ] || { echo "$package already exists" >&2; exit 1; }

home=$(mktemp -d)
trap 'rm -rf "$home" "$package"' EXIT
export XDG_DATA_HOME="$home/data"
"$switchboard" module new "$name" --path "$parent" | sed -n 's/^  //p' > "$home/next"
grep -q "module install" "$home/next" || { cat "$home/next"; exit 1; }
sh -ex "$home/next"
# A manifest that names the SDK's package by its folder must also build, and neither form may cause a warning.
for form in SwitchboardSDK Sources; do
    [ $form != Sources ] || sed -i 's/name: "SwitchboardSDK", //; s/"SwitchboardSDK"/"Sources"/' "$package/Package.swift"
    touch "$package/Sources/$name/${name}Module.swift"
    SWITCHBOARD_SDK=$("$switchboard" sdk path --modules) \
        swift build --build-system native --package-path "$package" > "$home/build" 2>&1 || { cat "$home/build"; exit 1; }
    ! grep -q '^warning:' "$home/build" || { echo "\"$form\": the build warns:"; cat "$home/build"; exit 1; }
done
# The build must not have compiled the SDK.
[ ! -e "$package/.build/debug/Mediator.build" ] || { echo "$package compiles the SDK" >&2; exit 1; }
found=$("$switchboard" open app://freshlymade/you)
case $found in
"Welcome, you"*) ;;
*) echo "expected \"Welcome, you\", found: $found" >&2; exit 1 ;;
esac
"$switchboard" module verify
"$switchboard" module uninstall "$name"
echo "a module that $switchboard made in $parent passes its tests and runs"
