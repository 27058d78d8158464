#!/bin/sh
# Builds the routers, and compares them in turns on one core (Documentation/Performance.md).
# Usage: bench.sh [--markdown] [--requests-only | --growth] [--rounds NUMBER]
set -eu
cd "$(dirname "$0")/.."

stop() {
    printf 'bench: %s\n' "$@" >&2
    exit 69
}

command -v taskset >/dev/null || stop "no taskset here" "to do: apt-get install util-linux"

# httprouter comes from the distribution, so that Go does not download it. Requests and growth do not need it.
case " $* " in
*" --requests-only "* | *" --growth "*) ;;
*)
    gocode=${GOCODE:-/usr/share/gocode}
    command -v go >/dev/null ||
        stop "no Go here, which the peer httprouter needs" \
            "to do: apt-get install golang-go golang-github-julienschmidt-httprouter-dev"
    [ -d "$gocode/src/github.com/julienschmidt/httprouter" ] ||
        stop "no httprouter in $gocode" \
            "to do: apt-get install golang-github-julienschmidt-httprouter-dev, or set GOCODE to the GOPATH that has it"
    peer=$PWD/Benchmarks/.build/httprouter
    (cd Benchmarks/Peers/httprouter && GO111MODULE=off GOPATH="$gocode" GOFLAGS='' go build -o "$peer" .) >&2
    set -- --httprouter "$peer" "$@"
    ;;
esac

# Standard output is for the tables only.
release="swift build --build-system native -c release --package-path Benchmarks --product RouterBenchmark"
$release >&2

# Uses the last permitted core, since the first one has the most interrupts.
core=$(taskset -cp $$ | sed 's/.*[ ,-]//')
exec taskset -c "$core" "$($release --show-bin-path)/RouterBenchmark" \
    --swift "$(swift --version 2>/dev/null | sed -n '1s/.*version \([^ ]*\).*/\1/p')" "$@"
