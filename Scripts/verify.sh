#!/usr/bin/env bash
# Runs the slow checks, each to its end, and prints a table of the steps with their seconds and last lines. Fails if a
# step fails. `make verify` runs this; Documentation/Release.md has the table of a release.
#
# Usage: verify.sh [STEP…]     without STEP, all steps. The output of each step is in .build/verify/STEP.
set -uo pipefail
cd "$(dirname "$0")/.."

[ "$#" -gt 0 ] || Scripts/prerequisites.sh require check remote dist bare verify || exit
# A test whose program is missing fails instead of being left out.
export SWITCHBOARD_TEST_COMPLETE=1
wanted=" $* "
names=$(sed -nE 's/^(step|rounds) ([^ ]+) .*/\2/p' "$0" | xargs)
for name in "$@"; do
    case " $names " in *" $name "*) ;; *) echo "verify: no step is called $name; use some of: $names" >&2; exit 64 ;; esac
done
[ "$#" -eq 0 ] || make --no-print-directory build-tests || exit
logs=.build/verify
mkdir -p "$logs"
table=$logs/table.md
printf 'Commit %s, %s cores, %s\n\n' "$(git describe --always --dirty)" "$(nproc)" "$(swift --version 2> /dev/null | head -1)" > "$table"
printf '| step | ends with | seconds | says last |\n|---|---:|---:|---|\n' >> "$table"
failed=0

# step NAME COMMAND…: runs one step, and writes its row.
step() {
    local name=$1 begun=$SECONDS status=0
    shift
    case $wanted in "  " | *" $name "*) ;; *) return ;; esac
    printf '== %s: %s\n' "$name" "$*"
    "$@" > "$logs/$name" 2>&1 || status=$?
    # A filter that matches no test would verify nothing.
    ! grep -q 'Test run with 0 tests' "$logs/$name" || status=1
    [ "$status" -eq 0 ] || failed=1
    printf '| %s | %s | %s | %s |\n' "$name" "$status" "$((SECONDS - begun))" \
        "$(grep -v '^ *$' "$logs/$name" | tail -1 | tr -d '|\033' | cut -c 1-150)" | tee -a "$table"
}

# rounds NAME NUMBER FILTER: runs the tests that match with NUMBER rounds, instead of the few rounds of `make test`.
rounds() { step "$1" env SWITCHBOARD_TEST_ROUNDS="$2" swift test --build-system native --skip-build --filter "$3"; }

step build make build-tests
step dist Scripts/dist.sh
step fresh Scripts/check-fresh.sh
step packages Scripts/check-dist.sh
step reproducible Scripts/check-reproducible.sh
step thread-sanitizer Scripts/sanitize.sh thread
step address-sanitizer Scripts/sanitize.sh address
rounds installs 50 'Two processes that install'
rounds reloads 1000 'under the load of eight clients'
rounds changes 10000 'Modules that come and go'
rounds killed-writing 1000 'a host that is killed while it writes'
rounds killed-at-a-step 2 'A process that is killed at any step'
rounds killed-at-any-time 200 'after a host is killed at any time'
rounds outcomes 100 'each of thousands of requests has one outcome'
rounds faults 2 'The faults of a plugin'
step endurance Scripts/bench.sh endurance
step isolated make --no-print-directory test-isolated
step fleet make --no-print-directory test-fleet
rounds fleet-restarted 10 'three restarted hosts'
rounds fleet-killed 100 'a killed host fails only'
rounds fleet-server-killed 20 'a killed and restarted server'
rounds fleet-of-500 500 'A fleet of many hosts'
step fuzz Scripts/fuzz.sh run 60
step nginx Scripts/check-remote.sh
step browser Examples/WebShell/test_webshell.py --browser
step reference sh -c 'make docs && Scripts/check-docs.py'
step agents Examples/Agents/check.sh
step workflows Scripts/check-workflows.sh

printf '\n'
cat "$table"
exit "$failed"
