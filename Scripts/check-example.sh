#!/bin/sh
# Follows the README's "module of one's own" in a new folder outside of the checkout: writes the files that it shows,
# builds and tests them, and opens the URL that it names.
#
# Usage: check-example.sh [SDK [HOST]]; without them, the checkout's own.
#
# A file is a line with nothing but its path in backquotes, below Plugins/Hello, and the block that follows.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk -v root="$folder" '
    /^`Plugins\/Hello\/[^`]*`$/ { file = root "/" substr($0, 2, length($0) - 2); next }
    /^```$/ && inside { inside = 0; close(file); file = ""; next }
    /^```/ && file != "" { inside = 1; folder = file; sub(/\/[^\/]*$/, "", folder); system("mkdir -p " folder); next }
    inside { print > file }
' README.md
package=$folder/Plugins/Hello
sdk=${1:-$PWD/Sources}
switchboard=${2:-.build/debug/switchboard}
export SWITCHBOARD_SDK="$sdk"
swift build --build-system native --package-path "$package"
swift test --build-system native --package-path "$package"
found=$("$switchboard" --modules "$package/.build/debug" open app://hello/Lin)
case $found in
"Hello, Lin"*) echo "README.md: the module of one's own builds against $sdk, passes its tests and answers" ;;
*) echo "expected \"Hello, Lin\", found: $found" >&2; exit 1 ;;
esac
