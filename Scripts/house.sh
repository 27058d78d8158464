#!/bin/sh
# Prints how the sources are arranged: files and their sizes, types, and pairs of folders that use each other both ways.
#
# Usage: house.sh [--pairs | --layers [--all]]
# --pairs lists those pairs with the names that they use; --layers checks the layers, as check-layers.sh tells.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

report=${1:-}
all=${2:-}
# One awk reads all files: no path has a space in it.
set -- $(find Sources -name '*.swift' ! -name Package.swift ! -path '*/Template/*' ! -path '*/.build/*' | sort)
exec awk -v report="${report#--}" -v all="$all" -v table=Scripts/layers.txt -f Scripts/house.awk Scripts/layers.txt "$@"
