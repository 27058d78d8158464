#!/bin/sh
# Builds or tests a package against the SDK that `make sdk` has built.
# Usage: plugin.sh build|test PACKAGE [OPTION…]
set -eu
cd "$(dirname "$0")/.."
verb=$1
package=$2
shift 2

SWITCHBOARD_SDK=$PWD/.build/sdk/Sources
export SWITCHBOARD_SDK
# The package's copy of libModuleKit.so is not in the folder of the storage.
SWITCHBOARD_STORAGE=$PWD/.build/debug/libStorage.so
export SWITCHBOARD_STORAGE
# A package that was built with the SDK's sources has modules of the SDK, which the compiler would read first.
if grep -q SWITCHBOARD_SDK "$package/Package.swift"; then
    rm -f "$package"/.build/*/Modules/Mediator.* "$package"/.build/*/Modules/ModuleKit.* \
        "$package"/.build/*/Modules/ModuleTesting.*
fi
# SwiftPM plans a build again if the package's files have changed, but not if the SDK has, unless the plan is missing.
plan=$package/.build/debug.yaml
if [ -e "$plan" ] && [ -n "$(find "$SWITCHBOARD_SDK/Package.swift" -newer "$plan")" ]; then rm "$plan"; fi
exec swift "$verb" --build-system native --package-path "$package" "$@"
