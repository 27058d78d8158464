#!/usr/bin/env bash
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

. Scripts/expect.sh
trap 'rm -rf "$folder" "$package" .build/plugins/libHello.so' EXIT

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

# answers HOST MODULES: checks that the host prints the module's page, with the homes of Rent.
answers() {
    expect 0 "Hello, Lin" "$1" --modules "$2" --demo open app://hello/Lin
    expect 0 "Studio above the bookshop" "$1" --modules "$2" --demo open app://hello/Lin
}
sh -eux "$folder/script"
answers .build/debug/switchboard .build/plugins
echo "README.md: the module passes its test and answers"
[ $# -eq 2 ] || exit 0

mkdir "$folder/Hello"
cp -R "$package/Package.swift" "$package/Sources" "$package/Tests" "$folder/Hello/"
export SWITCHBOARD_SDK="$1"
swift build --build-system native --package-path "$folder/Hello"
swift test --build-system native --package-path "$folder/Hello"
answers "$2" "$folder/Hello/.build/debug"
echo "README.md: the module builds against $1 and answers in $2"
