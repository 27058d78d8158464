#!/bin/sh
# Holds the layers in Scripts/layers.txt: prints each use that points up with its file, its name and both layers, where a
# pair of layers has other than the number of them that the table knows; with --all those that the table knows, too.
#
# Usage: check-layers.sh [--all]
exec "$(dirname "$0")/house.sh" --layers "$@"
