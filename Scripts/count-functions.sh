#!/bin/sh
# Counts the functions that a warm request enters, and their files, in all and in the mediator: the difference between
# sessions of three and two equal lines, under callgrind, in the debug build. Accessors, closures, thunks and functions
# of the compiler do not count. With --list, prints each file with its function instead.
#
# Usage: count-functions.sh [--list] [LINE]     LINE is `app://account/login` by default.
set -eu
cd "$(dirname "$0")/.."
list=
[ "${1:-}" != --list ] || { list=1; shift; }
line=${1:-app://account/login}
Scripts/prerequisites.sh require count
host=.build/debug/switchboard
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder" XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data"

lines() { for _ in $(seq "$1"); do printf '%s\n' "$line"; done; }

# The first starts write files that later starts read, but no image of files that changed less than two seconds before.
for _ in 1 2 3; do
    lines 1 | "$host" --demo > /dev/null 2>&1 || true
    sleep 2
done

# calls NUMBER: prints the number of calls of each function, with its file, in a session of NUMBER lines.
calls() {
    lines "$1" | valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$host" --demo > /dev/null 2>&1 || true
    awk '
        function name(text, names,   id) {
            id = substr(text, 1, index(text, ")"))
            if (length(text) > length(id)) names[id] = substr(text, length(id) + 2)
            return names[id]
        }
        /^fl=/ { file = name(substr($0, 4), files) }
        /^f[ie]=/ { name(substr($0, 4), files) }
        /^fn=/ { name(substr($0, 4), functions) }
        /^cf[il]=/ { callee = name(substr($0, 5), files) }
        /^cfn=/ { called = name(substr($0, 5), functions) }
        /^calls=/ {
            split(substr($0, 7), part, " ")
            sum[(callee == "" ? file : callee) "\t" called] += part[1]
            callee = ""
        }
        END { for (key in sum) print sum[key] "\t" key }' "$folder/out"
}

calls 2 > "$folder/two"
calls 3 > "$folder/three"
awk -F '\t' 'NR == FNR { two[$2, $3] = $1; next } $1 > two[$2, $3] + 0 && $2 ~ /\/Sources\// { print $2 "\t" $3 }' \
    "$folder/two" "$folder/three" > "$folder/entered"
cut -f 1 "$folder/entered" | sed 's#.*/Sources/##' > "$folder/files"
cut -f 2 "$folder/entered" | sed "s/'[0-9]*\$//" | swift demangle --simplified > "$folder/names"
left="getter|setter|modify|read2?[A-Z ]|closure #|thunk|partial apply|outlined|witness|metadata|default argument|deinit|lazy |merged"
left="$left|implicit|specialized|variable initialization|globalinit|unsafeMutableAddressor|reabstraction|destroy"
paste "$folder/files" "$folder/names" | sed 's/([0-9]*) \(suspend\|await\) resume partial function for //' |
    grep -vE "$left" | sort -u > "$folder/kept"

count() { printf "%-9s %4d functions in %3d files\n" "$1" "$(grep -c "^$2" "$folder/kept")" "$(grep "^$2" "$folder/kept" | cut -f 1 | sort -u | wc -l)"; }
if [ -n "$list" ]; then
    cat "$folder/kept"
else
    count all ''
    count mediator Mediator/
fi
