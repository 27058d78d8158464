#!/usr/bin/env bash
# Measures rows of Documentation/Performance.md. Builds what a benchmark needs for release; with BUILD=debug, a debug host.
# Usage: bench.sh WHAT [OPTION…]     `make bench WHAT=… OPTIONS=…` calls this.
set -eu
cd "$(dirname "$0")/.."

# The name, the purposes of the packages that it needs (Scripts/prerequisites.sh), and the measure.
rows='
start         bench        a start to the prompt on a terminal, and of the least program with the same libraries
keys          -            the display of a typed key in the shell with 10,000 routes, and in cat
modules       bench        a start with 1,000 modules [COUNT], and the first request to one
isolation     -            a call of an isolated module, and a round trip over a socket pair
remote        remote       an answer of a remote from the cache and from nginx [PORT], and by libcurl alone
storage       host         records, and the C functions of SQLite
fleet         fleet count  a call of a module on another host of a fleet, and a bare request; a local call
tracking      -            a request under rules of the plugin Tracking, and without the plugin
instructions  count        the instructions of requests, shell lines and starts [NAME…]
routers       routers      a look-up, and by other routers [--markdown] [--rounds NUMBER]
requests      -            a request, and by routers by hand [--markdown] [--rounds NUMBER]
growth        -            how costs grow with the number of routes [--markdown]
functions     count        the functions that a warm request enters, in the debug build [LINE]
endurance     fleet        the memory of hosts that run for a long time [LINES [CALLS]]
'
what=${1:-}
row=$(echo "$rows" | awk -v what="$what" '$1 == what')
usage="usage: bench.sh WHAT [OPTION…], with one of:$rows"
[ -n "$what" ] || { echo "$usage"; exit; }
[ -n "$row" ] || { printf 'bench: there is no benchmark %s\n%s\n' "$what" "$usage" >&2; exit 64; }
shift
needs=$(echo "$row" | awk -F '  +' '{ print $2 }')
# shellcheck disable=SC2086
[ "$needs" = - ] || Scripts/prerequisites.sh require $needs

build() { swift build --build-system native "$@" >&2; }
# SwiftPM keeps the plan of a build if only the environment has changed.
own="-c release --package-path Benchmarks --disable-build-manifest-caching"
products=$PWD/Benchmarks/.build/release
# Runs the comparison of routers, with Hummingbird, on the last permitted core: the first one has the most interrupts.
routers() {
    export SWITCHBOARD_HUMMINGBIRD=1
    # shellcheck disable=SC2086
    build $own --product RouterBenchmark
    taskset -c "$(taskset -cp $$ | sed 's/.*[ ,-]//')" "$products/RouterBenchmark" \
        --swift "$(swift --version 2> /dev/null | sed -n '1s/.*version \([^ ]*\).*/\1/p')" "$@"
}
case $what in
routers)
    # httprouter comes from the distribution, so that Go does not download it.
    peer=$PWD/Benchmarks/.build/httprouter
    (cd Benchmarks/Peers/httprouter && GO111MODULE=off GOPATH=/usr/share/gocode GOFLAGS='' go build -o "$peer" .) >&2
    routers --httprouter "$peer" "$@"
    exit
    ;;
requests | growth)
    routers "--$what" "$@"
    exit
    ;;
instructions)
    export SWITCHBOARD_HUMMINGBIRD=1
    # shellcheck disable=SC2086
    build $own --product RouterBenchmark
    ;;
functions) BUILD=debug ;;
esac
build -c "${BUILD:-release}"
for product in Bench Bare Many Subjects OnTerminal; do
    # shellcheck disable=SC2086
    build $own --product "$product"
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$products/Bench" "$PWD/.build/${BUILD:-release}" "$folder" "$what" "$@"
