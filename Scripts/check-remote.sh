#!/bin/sh
# Runs the host against nginx with the files of Examples/RemoteServer, and checks the host's output and exit codes.
# Usage: check-remote.sh [PORT]
set -eu
cd "$(dirname "$0")/.."
port=${1:-8481}

Scripts/prerequisites.sh require remote
cache=$(mktemp -d)
Examples/RemoteServer/run.sh "$port" 2> "$cache/log" &
server=$!
# The server may have ended already, which is not a failure of this script.
trap 'kill "$server" 2> /dev/null || true; rm -rf "$cache"' EXIT
address=http://127.0.0.1:$port/lookup
for _ in 1 2 3 4 5 6 7 8 9 10; do
    curl --silent --output /dev/null "$address" && break
    sleep 0.2
done

# expect CODE TEXT WORD…: runs the host, and checks its exit code and that it prints the text.
expect() {
    code=$1 text=$2
    shift 2
    found=0
    XDG_CACHE_HOME=$cache .build/debug/switchboard --demo --remote "$address" "$@" > "$cache/output" 2>&1 || found=$?
    if [ "$found" != "$code" ] || ! grep -qF -- "$text" "$cache/output"; then
        echo "switchboard $*: exit code $found, expected $code with \"$text\"; it printed:" >&2
        cat "$cache/output" >&2
        exit 1
    fi
    echo "switchboard $*: $text"
}

expect 2 'would be asked' resolve app://shop --explain
expect 0 'This page comes from a file on a server' open app://shop
expect 0 'Homes to let' open app://homes
expect 0 'https://m.example.com/about' open app://about
expect 2 'app://sale is gone' open app://sale
expect 3 'app://staff is denied' open app://staff
expect 2 'no route for app://other' open app://other
expect 2 'no route for app://../../../etc/passwd' open app://../../../etc/passwd
expect 2 'from its cache' resolve app://shop --explain
expect 0 'ANSWERS' remote status
services=${address%/lookup}/services
export XDG_DATA_HOME="$cache/data"
accounts="accounts=$services/accounts" messages="messages=$services/messages"
expect 0 'Logged in as 林晓' --service "$accounts" call app://account/session/begin --body '{"user":"lin","password":"any"}'
expect 1 'there is no user "bob"' --service "$accounts" call app://account/session/begin \
    --body '{"user":"bob","password":"any"}'
expect 0 'https://media.example.com/messages/upload' --service "$messages" \
    call app://messages/send --body '{"to":"wang","kind":"image","file":{"name":"cat.png","bytes":"iVBORw=="}}'
expect 0 'The keys are with the neighbour.' --service "$messages" open app://messages/inbox
kill "$server"
wait "$server" || true
expect 0 'This page comes from a file on a server' open app://shop
expect 0 'This page comes from a file on a server' --offline open app://shop
expect 4 'is not asked with --offline' --offline open app://more
expect 4 'nothing accepts connections there' open app://more
expect 0 'forgotten' remote flush
expect 4 'nothing accepts connections there' open app://shop
