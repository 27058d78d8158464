#!/bin/sh
# Compares a call of an isolated module with a body of 200 bytes with a bare round trip of equal size over a socket
# pair, in one run, and measures the call with 8 simultaneous callers. Prints JSON: microseconds, and the median ratio
# of the turns. Runs before all other work of the machine if the user may do so (root), so that load changes little.
#
# Usage: bench-isolation.sh
set -eu
cd "$(dirname "$0")/.."

swift build --build-system native -c release --product switchboard >&2
products=$PWD/.build/release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/modules"
swiftc -O -emit-library -parse-as-library -swift-version 6 -module-name IsolationCost \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$products/Modules" -L "$products" -lModuleKit \
    -Xlinker "-rpath=$products" -o "$folder/modules/libIsolationCost.so" Benchmarks/Isolation/*.swift
first='chrt -f 10'
$first true 2> /dev/null || first=
HOME=$folder XDG_CACHE_HOME=$folder XDG_DATA_HOME=$folder $first "$products/switchboard" call app://meter/run \
    --modules "$folder/modules" --deadline 600
