#!/bin/sh
# Checks the rules of CONTRIBUTING.md that `swift format` does not check, and prints each line that breaks a rule.
# Usage: check-rules.sh
set -eu
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.."

# select_files PATTERN…: prints the files of the working tree that match.
select_files() {
    git -c core.quotePath=false ls-files -co --exclude-standard "$@" | while read -r file; do [ ! -e "$file" ] || echo "$file"; done
}

failed=0
# refuse COMMAND REMEDY: prints what a command prints, if anything, and makes the script fail at its end. A command that
# does not work prints an error, which counts as a finding.
refuse() {
    findings=$(eval "$1" 2>&1) || true
    [ -n "$findings" ] || return 0
    printf '%s\ncheck-rules: %s\n' "$findings" "$2" >&2
    failed=1
}

# shellcheck disable=SC2046
set -- $(select_files '*.swift')
swift=$*
sources=$(select_files 'Sources/*.swift' ':!Sources/*/Tests/*')
shipped=$(select_files 'Sources/*.swift' 'Plugins/*.swift' 'Examples/*.swift')
tests=$(select_files 'Tests/*Tests/*.swift' 'Sources/*Tests/*.swift')
manifests=$(select_files '*Package.swift' ':!Benchmarks')

refuse 'grep -nE "^.{121,}" $swift' "break these lines at 120 columns"
refuse 'awk -f Scripts/rules.awk -v limit=40 $sources' "a function has at most 40 lines: give a part of it a name"
refuse 'wc -l $swift | awk "\$1 > 400 && \$2 != \"total\""' "a file has at most 400 lines: move one idea to its own file"
refuse 'select_files "*.swift" | grep " "' "these names must not have a space"
refuse 'grep -nE "^((@[A-Za-z]+|nonisolated|private|fileprivate|internal|package|public) )*(func [a-z\`]|let|var) " $sources | grep -v "/Export.swift:\|/Package.swift:"' \
    "move these helpers into a type: a change at the top level of a file compiles each file of its target again"
refuse 'grep -nE "@unchecked (@[a-z]+ )*Sendable" $shipped' "let the compiler check what tasks share"
refuse 'grep -nE "\b(Foundation|FoundationEssentials|Dispatch)\b" Tests/Contract/*' \
    "keep Foundation and Dispatch out of the SDK's interface"
refuse 'grep -n "swift-format-ignore" $swift | grep -v "swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation$"' \
    "follow the style, without an exception"
refuse 'grep -nF ".package(url:" $manifests' "only Benchmarks uses other packages"
refuse 'grep -n "import ModuleTesting" $sources | grep -v "^Sources/Host/PluginRuntime/Life/Check/CheckChild.swift:"' \
    "production code does not use the SDK of tests; HostKit has what both need"
refuse 'grep -n "@Suite" $tests | grep -v timeLimit' "give these suites a .timeLimit"
refuse 'grep -lE "(HostProcess|ChildProcess)\.run" $tests | xargs grep -n "@Suite" | grep -v "\.ownThread"' \
    "give these suites, which wait for processes, .ownThread"
refuse 'grep -nE "^ *@Test.* func [^\`]" $tests' "name these tests by a sentence in backquotes"

# A folder of tests is named after a folder of Sources; Process and Golden have tests of processes and of releases.
folders=$(find Tests/*Tests -mindepth 1 -type d | sed -E 's#^Tests/[^/]*/##; s#(^|/)Process(/|$)#\1#; s#(^|/)Golden(/|$)#\1#; /^$/d' | sort -u)
for folder in $folders; do
    [ -n "$(find Sources -type d -path "*/${folder%/}" -print -quit)" ] || refuse 'echo "Tests/…/$folder"' "name it after a folder of Sources"
done
for script in Scripts/*.sh .ci/run; do
    sed -n 2p "$script" | grep -q '^# ' || refuse 'echo "$script"' "describe it in its second line"
done
exit $failed
