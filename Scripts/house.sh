#!/bin/sh
# Prints figures about the sources: files and their sizes, types, and pairs of folders that use each other.
#
# Usage: house.sh [--pairs | --layers [--all]]
# --pairs lists the pairs with the names that they use; --layers checks the layers, for check-layers.sh.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

report=${1:-}
all=${2:-}
# One awk process reads all files; their paths do not contain spaces.
set -- $(find Sources -name '*.swift' ! -name Package.swift ! -path '*/Template/*' ! -path '*/.build/*' | sort)
exec awk -v report="${report#--}" -v all="$all" -v table=Scripts/layers.txt -f Scripts/house.awk Scripts/layers.txt "$@"
