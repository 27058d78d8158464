#!/bin/sh
# A server of NATS and three hosts with two modules each, until Ctrl-C. Ask them from another terminal:
#   .build/debug/switchboard --fleet nats://127.0.0.1:4222 fleet
# Usage: run.sh [HOST-EXECUTABLE]
set -eu
switchboard=${1:-.build/debug/switchboard}
server=nats://127.0.0.1:4222

trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT INT TERM
nats-server -a 127.0.0.1 &
"$switchboard" --demo --fleet $server --host-name a serve Account Messages &
"$switchboard" --demo --fleet $server --host-name b serve Rent NewHome &
"$switchboard" --demo --fleet $server --host-name c serve SecondHand Map &
wait
