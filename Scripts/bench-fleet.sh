#!/bin/sh
# Compares a call of a module on another host, through a local NATS server, with a bare request of equal size by the C
# client, and measures the call with 8 simultaneous callers. Prints JSON: microseconds, and the median ratios of the
# turns. If the tests are built (without optimization), first prints the cost of 500 hosts for a member. With valgrind,
# also prints the instructions of a local request, without a fleet and next to 10,000 routes of another host.
# Needs nats-server and libnats (Debian: apt install nats-server libnats3.4).
#
# Usage: bench-fleet.sh
set -eu
cd "$(dirname "$0")/.."

if [ -e .build/debug/SwitchboardPackageTests.xctest ]; then
    SWITCHBOARD_TEST_ROUNDS=500 swift test --build-system native --skip-build --filter 'A fleet of many hosts' 2> /dev/null |
        grep 'hosts: '
fi

port=4391
swift build --build-system native -c release --product switchboard >&2
swift build --build-system native -c release --product Fleet >&2
products=$PWD/.build/release
folder=$(mktemp -d)
begun=
trap 'kill $begun 2> /dev/null || true; rm -rf "$folder"' EXIT
mkdir "$folder/modules"
swiftc -O -emit-library -parse-as-library -swift-version 6 -module-name FleetCost \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$products/Modules" -L "$products" -lModuleKit \
    -Xlinker "-rpath=$products" -o "$folder/modules/libFleetCost.so" Benchmarks/Fleet/*.swift
export FLEET_SERVER="nats://127.0.0.1:$port" HOME="$folder" XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data"
first='chrt -f 10'
$first true 2> /dev/null || first=
$first nats-server -a 127.0.0.1 -p "$port" > "$folder/server.log" 2>&1 &
begun="$begun $!"
$first "$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --without Meter --without Near --without Many serve Echo \
    > "$folder/served" &
serving=$!
begun="$begun $!"
"$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --app many \
    --without Echo --without Meter --without Near serve Many > "$folder/served-many" &
begun="$begun $!"
until [ -s "$folder/served" ] && [ -s "$folder/served-many" ]; do kill -0 $serving && sleep 0.1; done
# Starts the module before its process answers the bare requests.
"$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --without Echo --without Many \
    call app://echo/text --body '"begin"' > "$folder/begun"
$first "$products/switchboard" --modules "$folder/modules" --fleet "$FLEET_SERVER" --without Echo --without Many \
    --deadline 600 --json call app://meter/run

# Subtracts the count of few requests from the count of many, each the lowest of three runs: a start in a fleet reads
# the manifest of the 10,000 routes, and requests one of these routes until it is available.
host() { "$@" --modules "$folder/modules" --without Echo --without Many --deadline 600 $fleet call "app://near/$route/$count"; }
instructions() {
    for count in 2000 2000 2000 42000 42000 42000; do
        host valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$products/switchboard-stripped" 2>&1 > "$folder/answer" |
            sed -n 's/.*I *refs: *//p' | tr -d ,
    done | awk '{ of = NR > 3; if (!(of in least) || $1 < least[of]) least[of] = $1 } END { printf "%d", (least[1] - least[0]) / 40000 }'
}
if command -v valgrind > /dev/null; then
    # valgrind fails on some debug information, and the executable looks for its libraries in its folder.
    strip --strip-debug -o "$products/switchboard-stripped" "$products/switchboard"
    fleet='' route=run
    printf '{"instructionsAlone":%s,' "$(instructions)"
    fleet="--fleet $FLEET_SERVER --app many" route=beside-many
    printf '"instructionsBesideManyRoutes":%s}\n' "$(instructions)"
fi
