#!/bin/sh
# Runs a command that tests a module as if it ran in another process: its requests, answers, pages and errors pass over
# the connection of isolated modules. The module itself stays in the process of the test, which uses it.
# Usage: isolated.sh COMMAND…
set -eu
cd "$(dirname "$0")/.."
built=$PWD/.build/debug
swift build --build-system native --product switchboard
library=$built/libTestConnection.so
grep -E '/(PluginRuntime|Platform|SHAShim)\.build/' "$built/switchboard.product/Objects.LinkFileList" > "$library.objects"
swiftc -emit-library -o "$library" -module-name TestConnection -parse-as-library -swift-version 6 \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$built/Modules" -I Sources/Host/SHAShim/include -L "$built" -lModuleKit \
    Tests/Connection/*.swift "@$library.objects"
SWITCHBOARD_TEST_CONNECTION=$library exec "$@"
