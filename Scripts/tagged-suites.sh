#!/bin/sh
# Prints an expression for `swift test --filter` that matches AppTests' suites with a tag: Swift 6.3 cannot do so.
# Usage: tagged-suites.sh TAG
set -eu
cd "$(dirname "$0")/.."
# A dot replaces each space and backquote of the name.
grep -rhzoP --include='*.swift' "@Suite\([^\`]*\.tags\([^\`]*\.$1\b[^\`]*struct \`\K[^\`]+" Tests/AppTests |
    tr '\0 ' '\n.' | sed 's/.*/AppTests..&.\//' | paste -sd '|' | grep . || {
    echo "tagged-suites: no suite has the tag $1; to do: name a tag of Tests/TestSupport" >&2
    exit 1
}
