#!/bin/sh
# Measures a call of a module on another host, through a NATS server on this machine, beside a bare request of equal bytes by the
# C client, in one run, and the call when 8 callers call at once. Prints JSON: microseconds, and the median ratios of the turns.
# Needs nats-server and libnats (Debian: apt install nats-server libnats3.4).
#
# Usage: bench-fleet.sh
set -eu
cd "$(dirname "$0")/.."

port=4391
swift build --build-system native -c release --product switchboard >&2
swift build --build-system native -c release --product Fleet >&2
products=$PWD/.build/release
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$folder"' EXIT
mkdir "$folder/modules"
swiftc -O -emit-library -parse-as-library -swift-version 6 -module-name FleetCost \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$products/Modules" -L "$products" -lModuleKit \
    -Xlinker "-rpath=$products" -o "$folder/modules/libFleetCost.so" Benchmarks/Fleet/*.swift
export FLEET_SERVER="nats://127.0.0.1:$port" HOME="$folder" XDG_CACHE_HOME="$folder" XDG_DATA_HOME="$folder"
first='chrt -f 10'
$first true 2> /dev/null || first=
$first nats-server -a 127.0.0.1 -p "$port" > "$folder/server.log" 2>&1 &
$first "$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --without Meter serve Echo \
    > "$folder/served" &
serving=$!
until [ -s "$folder/served" ]; do kill -0 $serving && sleep 0.1; done
# The module is started before its process answers the bare requests.
"$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --without Echo \
    call app://echo/text --body '"begin"' > "$folder/begun"
$first "$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --without Echo --deadline 600 \
    --json call app://meter/run
