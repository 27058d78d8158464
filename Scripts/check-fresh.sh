#!/usr/bin/env bash
# Runs the README's commands in a clone: `make run`, the session, the module, `make test`. The clone is in a bare Debian
# with only the Swift toolchain and the README's packages, like the machine of a new user. Scripts/bare-root.sh lists
# what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
least=1640
packages=$(Scripts/prerequisites.sh list build | xargs | tr ' ' ,)
output=$(mktemp)
trap 'rm -f "$output"' EXIT

Scripts/bare-root.sh --toolchain readme "$packages" "echo app://rent/42 | make run && Scripts/check-transcript.sh README.md &&
    Scripts/check-transcript.sh README.zh-CN.md && Scripts/check-example.sh && make test" 2>&1 | tee "$output"

grep -q '^  Landlord: ' "$output" || { echo "make run did not show a page of the app" >&2; exit 1; }
# The count of a run includes the tests that were left out.
count=$(sed -n 's/.*Test run with \([0-9]*\) tests.* passed.*/\1/p' "$output" | tail -n 1)
passed=$((${count:-0} - $(grep -c '^left out: ' "$output" || true)))
[ "$passed" -ge "$least" ] || { echo "found $passed tests that passed, expected at least $least" >&2; exit 1; }
echo "the commands of the README work on a bare system: $passed tests passed"
