#!/usr/bin/env bash
# Checks that a commit gives the same bytes in every folder: compares the packages that a clone in another folder builds
# with the packages of `make dist`, and the copies of an interface library that `make plugins` has built.
set -eu
cd "$(dirname "$0")/.."
git diff --quiet HEAD || { echo "commit first: a clone has only committed files" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/elsewhere"
make --no-print-directory -C "$folder/elsewhere" dist > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
diff .build/dist/SHA256SUMS "$folder/elsewhere/.build/dist/SHA256SUMS" ||
    { echo "the files above differ between two builds of one commit" >&2; exit 1; }

builds=$(find Plugins/*/.build/debug/ -maxdepth 1 -name libCouponInterface.so -exec sha256sum {} + | sort)
[ "$(echo "$builds" | wc -l)" -gt 1 ] || { echo "found fewer than two builds of an interface; run \`make plugins\` first" >&2; exit 1; }
[ "$(echo "$builds" | cut -d ' ' -f 1 | uniq | wc -l)" -eq 1 ] || { echo "$builds"; echo "builds of one interface differ" >&2; exit 1; }
echo "two builds have the same bytes, and so have $(echo "$builds" | wc -l) builds of one interface"
