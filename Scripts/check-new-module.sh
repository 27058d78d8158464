#!/bin/sh
# Makes a module with `switchboard module new`, and types what it says: tests, build, check, try, install.
#   Scripts/check-new-module.sh HOST FOLDER
set -eu
switchboard=$1
parent=$2
name=FreshlyMade
package=$parent/$name
[ ! -e "$package" ] || { echo "$package is there already" >&2; exit 1; }

home=$(mktemp -d)
trap 'rm -rf "$home" "$package"' EXIT
export XDG_DATA_HOME="$home/data"
"$switchboard" module new "$name" --path "$parent" | sed -n 's/^  //p' > "$home/next"
grep -q "module install" "$home/next" || { cat "$home/next"; exit 1; }
sh -ex "$home/next"
# Nothing of the SDK was compiled.
[ ! -e "$package/.build/debug/Mediator.build" ] || { echo "$package compiles the SDK" >&2; exit 1; }
found=$("$switchboard" open app://freshlymade/you)
case $found in
"Welcome, you"*) ;;
*) echo "expected \"Welcome, you\", found: $found" >&2; exit 1 ;;
esac
"$switchboard" module verify
"$switchboard" module uninstall "$name"
echo "a module that $switchboard made in $parent passes its tests and runs"
