#!/usr/bin/env bash
# Runs a command as one step: prints a line with its name and its seconds, and its output only if it fails. With
# VERBOSE=1, prints the output as it comes.
#
# Usage: step.sh NAME COMMAND…
set -eu
[ "$#" -gt 1 ] || { echo "usage: step.sh NAME COMMAND…" >&2; exit 64; }
name=$1
shift
if [ -n "${VERBOSE:-}" ]; then
    echo "$name" >&2
    exec "$@"
fi
output=$(mktemp)
trap 'rm -f "$output"' EXIT
begun=$(date +%s)
printf '%s: ' "$name" >&2
status=0
"$@" > "$output" 2>&1 || status=$?
seconds=$(($(date +%s) - begun))
[ "$status" -eq 0 ] || { echo "failed after $seconds s" && cat "$output" && exit "$status"; } >&2
echo "$seconds s" >&2
