#!/bin/sh
# Measures the cost of a remote in the release build: a cached answer against a route of a module, and a miss at nginx
# against curl. Needs nginx and curl.
# Usage: bench-remote.sh [PORT]
set -eu
cd "$(dirname "$0")/.."
port=${1:-8482}
count=1000
for product in switchboard RemoteLookup Rent; do
    swift build --build-system native -c release --product "$product" >&2
done

benchmark="swift build --build-system native -c release --package-path Benchmarks --product RemoteBenchmark"
$benchmark >&2
benchmark=$($benchmark --show-bin-path)/RemoteBenchmark

folder=$(mktemp -d)
Examples/RemoteServer/run.sh "$port" 2> "$folder/log" &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
address=http://127.0.0.1:$port/lookup
until curl --silent --output /dev/null "$address"; do sleep 0.1; done
host="env XDG_CACHE_HOME=$folder XDG_DATA_HOME=$folder .build/release/switchboard --remote $address"

# median STAGE FILE: the median of a stage's time in a file of traces, in microseconds, without the first hundred.
median() {
    tail -n +100 "$2" | sed -n "s/.*\"duration_us\":\([0-9.]*\)[^}]*\"stage\":\"$1\".*/\1/p" | sort -n |
        awk '{ values[NR] = $1 } END { print NR ? values[int((NR + 1) / 2)] : "none" }'
}

# In one process, in turns: a cached answer and a route; a miss by the resolver and by a bare handle of libcurl.
"$benchmark" .build/release/libRemoteLookup.so "$address" app://shop

# In the host's shell, each URL once, over one connection: the time of the resolver's stage.
seq "$count" | sed 's|^|app://none/|' > "$folder/urls"
$host --trace-file "$folder/missed" < "$folder/urls" > /dev/null 2>&1 || true
echo "a miss in the shell, kept on the disk:    $(median resolver "$folder/missed") µs"
# Without a folder for the cache, which shows the cost of writing.
env -u XDG_CACHE_HOME HOME=/nonexistent XDG_DATA_HOME="$folder" .build/release/switchboard --remote "$address" \
    --trace-file "$folder/unkept" < "$folder/urls" > /dev/null 2>&1 || true
echo "the same without writing:                 $(median resolver "$folder/unkept") µs"

# With `curl`: one command for all URLs over one connection, without the time between transfers, by curl's count; and
# one command for each URL, from its start to its end.
sed "s|^app://none/|url = \"$address?url=app%3A%2F%2Fnone%2F|; s|\$|\"|; s|\$|\\noutput = /dev/null|" "$folder/urls" \
    > "$folder/curl"
curl --silent --config "$folder/curl" --write-out '%{time_total}\n' | tail -n +100 | sort -n |
    awk '{ values[NR] = $1 } END { printf "one transfer of many by one curl:         %d µs\n", values[int((NR + 1) / 2)] * 1000000 }'
start=$(date +%s%N)
for number in $(seq 100); do
    curl --silent --output /dev/null "$address?url=app%3A%2F%2Fnone%2F$number"
done
end=$(date +%s%N)
echo "one curl for each, its start included:    $(((end - start) / 100000)) µs"
