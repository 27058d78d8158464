#!/bin/sh
# Measures the cost of the plugin Tracking for a request: without it, without rules, with rules for other URLs, and with
# rules for the request's URL. Prints a table: verb, state, nanoseconds, and the median and quartiles of the ratios.
#
# Usage: bench-tracking.sh
set -eu
cd "$(dirname "$0")/.."

scratch=$PWD/.build/bench-tracking
swift build --build-system native -c release --product ModuleKit --package-path Sources --scratch-path "$scratch" >&2
products=$scratch/release
swiftc -O -parse-as-library -swift-version 6 -module-name TrackingCost \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$products/Modules" -L "$products" -lModuleKit \
    -Xlinker "-rpath=$products" -o "$scratch/cost" Plugins/Tracking/Sources/Tracking/*.swift Plugins/Tracking/Cost/*.swift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$scratch/cost" "$folder"
