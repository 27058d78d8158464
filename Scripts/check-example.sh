#!/bin/sh
# Follows the README's "A module with its test" in the checkout: runs its commands, after the line that defines
# `switchboard`, and writes its files. With SDK and HOST, also builds and tests the package outside the checkout,
# against the SDK's sources, and loads it into that host.
#
# Usage: check-example.sh [SDK HOST]
#
# A file is a line that contains only its path in backquotes, and the block that follows. README.zh-CN.md has the code
# of README.md with translated comments.
set -eu
cd "$(dirname "$0")/.."
package=Plugins/Hello
[ ! -e "$package" ] || { echo "$package already exists" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder" "$package" .build/plugins/libHello.so' EXIT
export XDG_DATA_HOME="$folder/data" XDG_CACHE_HOME="$folder/cache" XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state"

# code FILE: prints the lines of its blocks that have a language, without comments.
code() { awk '/^```$/ { inside = 0 } inside { sub(/ +# .*/, ""); print } /^```[a-z]/ { inside = 1 }' "$1"; }
code README.md > "$folder/code"
code README.zh-CN.md | diff -u "$folder/code" - || { echo "write the code of README.md into README.zh-CN.md" >&2; exit 1; }

awk '
    /^\$ CHECKOUT=/ { print substr($0, 3) }
    /^## / { inside = /^## A module with its test$/ }
    !inside { next }
    /^`Plugins\/Hello\/[^`]*`$/ { file = substr($0, 2, length($0) - 2); next }
    /^```swift$/ { print "cat > " file " << \"END OF FILE\""; text = 1; next }
    /^```sh$/ { command = 1; next }
    /^```$/ { if (text) print "END OF FILE"; text = command = 0 }
    text || command' README.md > "$folder/script"

# expect WORD…: runs a host, and checks that it prints the module's page, with the homes of Rent.
expect() {
    found=$("$@")
    case $found in
    "Hello, Lin"*"Studio above the bookshop"*) ;;
    *) echo "expected the page \"Hello, Lin\" with the homes of Rent from: $*"; echo "$found"; exit 1 ;;
    esac >&2
}
sh -eux "$folder/script"
expect .build/debug/switchboard --modules .build/plugins --demo open app://hello/Lin
echo "README.md: the module passes its test and answers"
[ $# -eq 2 ] || exit 0

mkdir "$folder/Hello"
cp -R "$package/Package.swift" "$package/Sources" "$package/Tests" "$folder/Hello/"
SWITCHBOARD_SDK=$1
export SWITCHBOARD_SDK
swift build --build-system native --package-path "$folder/Hello"
swift test --build-system native --package-path "$folder/Hello"
expect "$2" --modules "$folder/Hello/.build/debug" --demo open app://hello/Lin
echo "README.md: the module builds against $1 and answers in $2"
