#!/bin/sh
# Builds the routers, and compares them in turns on one core (Documentation/Performance.md).
# Usage: bench.sh [--markdown] [--requests-only | --growth] [--rounds NUMBER]
set -eu
cd "$(dirname "$0")/.."

# httprouter comes from the distribution, so that Go does not download it. Requests and growth do not need it.
case " $* " in
*" --requests-only "* | *" --growth "*) ;;
*)
    Scripts/prerequisites.sh require bench
    peer=$PWD/Benchmarks/.build/httprouter
    (cd Benchmarks/Peers/httprouter && GO111MODULE=off GOPATH=/usr/share/gocode GOFLAGS='' go build -o "$peer" .) >&2
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
