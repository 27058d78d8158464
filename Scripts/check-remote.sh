#!/usr/bin/env bash
# Runs the host against nginx with the files of Examples/RemoteServer, and checks the host's output and exit codes.
# Usage: check-remote.sh [PORT]
set -eu
cd "$(dirname "$0")/.."
port=${1:-8481}

Scripts/prerequisites.sh require remote
. Scripts/expect.sh
Examples/RemoteServer/run.sh "$port" 2> "$folder/log" &
server=$!
# The server may have ended already, which is not a failure of this script.
trap 'kill "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT
address=http://127.0.0.1:$port/lookup
curl --silent --show-error --output /dev/null --retry 5 --retry-delay 1 --retry-connrefused "$address" 2> "$folder/curl" ||
    { cat "$folder/curl" "$folder/log" >&2; exit 1; }
host=".build/debug/switchboard --demo --remote $address"

expect 2 'would be asked' $host resolve app://shop --explain
expect 0 'This page comes from a file on a server' $host open app://shop
expect 0 'Homes to let' $host open app://homes
expect 0 'https://m.example.com/about' $host open app://about
expect 2 'app://sale is gone' $host open app://sale
expect 3 'app://staff is denied' $host open app://staff
expect 2 'no route for app://other' $host open app://other
expect 2 'no route for app://../../../etc/passwd' $host open app://../../../etc/passwd
expect 2 'from its cache' $host resolve app://shop --explain
expect 0 'ANSWERS' $host remote status
services=${address%/lookup}/services
accounts="accounts=$services/accounts" messages="messages=$services/messages"
expect 0 'Logged in as 林晓' $host --service "$accounts" call app://account/session/begin --body '{"user":"lin","password":"any"}'
expect 1 'there is no user "bob"' $host --service "$accounts" call app://account/session/begin \
    --body '{"user":"bob","password":"any"}'
expect 0 'https://media.example.com/messages/upload' $host --service "$messages" \
    call app://messages/send --body '{"to":"wang","kind":"image","file":{"name":"cat.png","bytes":"iVBORw=="}}'
expect 0 'The keys are with the neighbour.' $host --service "$messages" open app://messages/inbox
kill "$server"
wait "$server" || true
expect 0 'This page comes from a file on a server' $host open app://shop
expect 0 'This page comes from a file on a server' $host --offline open app://shop
expect 4 'is not asked with --offline' $host --offline open app://more
expect 4 'nothing accepts connections there' $host open app://more
expect 0 'forgotten' $host remote flush
expect 4 'nothing accepts connections there' $host open app://shop
