#!/usr/bin/env bash
# Counts the lines with a sign of a sentence that has to be read twice (Scripts/language-signs.txt), and fails if there are
# more of them than LIMIT, or if a commit's subject is longer than 72 characters or its body is missing. Lower LIMIT after
# each improvement.
#
# Usage: check-language.sh [--show KIND]     prints the lines of a kind: comments, texts, tests, documents or subjects
set -eu
cd "$(dirname "$0")/.."
LIMIT=126

kinds="comments texts tests documents subjects"
case "${1-} ${2-}" in
    " ") ;;
    "--show "?*) case " $kinds " in *" $2 "*) ;; *) echo "there is no kind $2; use one of: $kinds" >&2; exit 64 ;; esac ;;
    *) echo "usage: check-language.sh [--show KIND]" >&2; exit 64 ;;
esac

signs=$(grep -v '^#' Scripts/language-signs.txt | cut -f 2 | paste -sd '|')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Each function prints the texts of one kind: the text, a tab, the place.
comments() {
    sources | xargs grep -HnE '^[[:space:]]*//' | sed -E 's|^([^:]*:[0-9]+):[[:space:]]*/*[[:space:]]*(.*)$|\2\t\1|'
}
texts() {
    sources | xargs awk '/^[[:space:]]*\/\// { next }
        { line = $0
          while (match(line, /"([^"\\]|\\.)*"/)) {
              text = substr(line, RSTART + 1, RLENGTH - 2)
              if (split(text, words, " ") > 2) print text "\t" FILENAME ":" FNR
              line = substr(line, RSTART + RLENGTH)
          } }'
}
tests() {
    files '*Tests/*.swift' | xargs grep -HnE '(func|struct|class) `[^`]+`' |
        sed -E 's/^([^:]*:[0-9]+):.*(func|struct|class) `([^`]+)`.*$/\3\t\1/'
}
documents() {
    files '*.md' ':!CHANGELOG.md' ':!*zh-CN*' | xargs awk '
        FNR == 1 { code = 0 }
        /^```/ { code = !code; next }
        !code { gsub(/`[^`]*`/, "`x`"); sub(/^[[:space:]]+/, ""); print $0 "\t" FILENAME ":" FNR }'
}
subjects() { git log --no-merges --format='%s%x09%h' -100; }
sources() { files 'Sources/*.swift' 'Plugins/*.swift' ':!*/Template/*' ':!Sources/*/Tests/*'; }
# Files of the working tree, also those that are not committed yet.
files() { git ls-files -co --exclude-standard -- "$@" | while read -r file; do [ ! -e "$file" ] || echo "$file"; done; }

for kind in $kinds; do
    "$kind" > "$folder/all"
    grep -P "$signs" "$folder/all" > "$folder/$kind" || [ $? -eq 1 ]
    printf '%-10s %5d of %d lines\n' "$kind" "$(cut -f 2 "$folder/$kind" | sort -u | wc -l)" "$(wc -l < "$folder/all")"
    # A subject cannot be rewritten, and leaves the last 100 by itself.
    [ "$kind" = subjects ] || cut -f 2 "$folder/$kind" | sort -u >> "$folder/places"
done
if [ "${1-}" = --show ]; then awk -F '\t' '{ print $2 ": " $1 }' "$folder/$2"; fi

found=$(wc -l < "$folder/places")
printf 'in all     %5d without subjects, of at most %d\n' "$found" "$LIMIT"
failed=0
if [ "$found" -gt "$LIMIT" ]; then
    echo "more lines than before have to be read twice; see check-language.sh --show KIND, and rewrite them" >&2
    failed=1
fi
# The first commits are older than the rule.
git log --no-merges -z --format='%h%x09%s%x09%b' -100 | tr '\n\0' ' \n' | awk -F '\t' '
    # awk may count bytes.
    { subject = $2; gsub(/[\200-\277]/, "", subject) }
    length(subject) > 72 { print $1 ": the subject has " length(subject) " characters; write at most 72: " $2; bad = 1 }
    NF > 2 && $3 ~ /^ *$/ { print $1 ": no body; say why the commit is made: " $2; bad = 1 }
    END { exit bad }' >&2 || failed=1
exit "$failed"
