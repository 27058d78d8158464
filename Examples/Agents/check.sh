#!/bin/sh
# Asks server.py with the protocol's own client, which pip installs into a folder that is removed again.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" || { echo "check.sh: python3 could not create an environment; install python3-venv" >&2; exit 1; }
"$folder/bin/pip" install --quiet --disable-pip-version-check 'mcp>=2.3,<3' || {
    echo "check.sh: pip cannot install the client \"mcp\"; run it with a network for pip" >&2
    exit 1
}
Scripts/module.sh build Examples/MovingOver > "$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
"$folder/bin/python" Examples/Agents/check.py --client
