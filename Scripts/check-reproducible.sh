#!/bin/sh
# Holds that a commit gives the same bytes in every folder: builds a clone of it elsewhere and compares the installed tree with
# the archive of `make dist`, and the copies of an interface library that `make plugins` has built.
set -eu
cd "$(dirname "$0")/.."
git diff --quiet HEAD || { echo "commit first: a clone has what is committed" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/elsewhere"
make --no-print-directory -C "$folder/elsewhere" install PREFIX="$folder/tree" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
mkdir "$folder/dist"
tar -C "$folder/dist" --strip-components=1 --exclude=share/doc -xJf .build/dist/switchboard-*.tar.xz
diff -r "$folder/dist" "$folder/tree" || { echo "the lines above differ between two builds of one commit" >&2; exit 1; }

builds=$(find Plugins/*/.build/debug/ -maxdepth 1 -name libCouponInterface.so -exec sha256sum {} + | sort)
[ "$(echo "$builds" | cut -d ' ' -f 1 | uniq | wc -l)" -eq 1 ] || { echo "$builds"; echo "builds of one interface differ" >&2; exit 1; }
echo "two builds have the same bytes, and so have $(echo "$builds" | wc -l) builds of one interface"
