#!/bin/sh
# A server of NATS and three hosts with two modules each, until Ctrl-C. Ask them from another terminal:
#   .build/debug/switchboard --fleet nats://127.0.0.1:4222 fleet
# Usage: run.sh [HOST-EXECUTABLE [PORT]]
set -eu
switchboard=${1:-.build/debug/switchboard}
port=${2:-4222}

processes=
trap 'trap - EXIT INT TERM; kill $processes 2> /dev/null; wait; exit 0' EXIT INT TERM
nats-server -a 127.0.0.1 -p "$port" 2> /dev/null &
processes=$!
for host in "a Account Messages" "b Rent NewHome" "c SecondHand Map"; do
    # shellcheck disable=SC2086
    "$switchboard" --demo --fleet "nats://127.0.0.1:$port" --host-name ${host%% *} serve ${host#* } &
    processes="$processes $!"
done
wait
