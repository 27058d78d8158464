#!/bin/sh
# Prints an expression for `swift test --filter` that matches the suites of AppTests with a tag: Swift 6.3 does not select by tag.
# Usage: tagged-suites.sh TAG
set -eu
cd "$(dirname "$0")/.."
# A dot stands for each space and backquote of the name.
grep -rhzoP --include='*.swift' "@Suite\([^\`]*\.tags\([^\`]*\.$1\b[^\`]*struct \`\K[^\`]+" Tests/AppTests |
    tr '\0 ' '\n.' | sed 's/.*/AppTests..&.\//' | paste -sd '|' | grep . || {
    echo "tagged-suites: no suite has the tag $1; to do: name a tag of Tests/TestSupport" >&2
    exit 1
}
