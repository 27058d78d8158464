#!/bin/sh
# Builds or tests the package of a module against the SDK that `make sdk` has built. MODULE is the name of a module in
# Sources/Modules or Plugins, or the folder of a package, which may be relative to the current folder if it has a slash. `isolated` tests the module as if it ran in another process:
# its requests, answers, pages and errors pass over the connection of isolated modules, while the module itself stays in
# the process of the test, which uses it. `path` prints the package's folder.
#
# Usage: module.sh build|test|isolated|path MODULE [OPTION…]
set -eu
usage="usage: module.sh build|test|isolated|path MODULE [OPTION…]"
[ "$#" -ge 2 ] || { echo "$usage" >&2; exit 64; }
verb=$1 module=$2 folder=
case $module in . | .. | */*) folder=$(cd "$module" 2> /dev/null && pwd) || : ;; esac
shift 2
cd "$(dirname "$0")/.."
package=${folder#"$PWD/"}
[ -n "$folder" ] || for package in "Sources/Modules/$module" "Plugins/$module"; do
    [ ! -e "$package/Package.swift" ] || break
done
case $package in "$PWD" | Sources | Benchmarks) package= ;; esac
if [ -z "$module" ] || [ ! -e "$package/Package.swift" ]; then
    echo "module: there is no module \"$module\"" >&2
    echo "to do: name one of: $(cd Sources/Modules && echo *) $(cd Plugins && echo *), or the folder of a package" >&2
    exit 64
fi

built=$PWD/.build/debug
case $verb in
path) echo "$package"; exit ;;
build | test) ;;
isolated)
    swift build --build-system native --product switchboard
    mkdir -p .build/isolated
    library=$PWD/.build/isolated/libTestConnection.so
    grep -E '/(PluginRuntime|Platform|SHAShim)\.build/' "$built/switchboard.product/Objects.LinkFileList" > "$library.objects"
    swiftc -emit-library -o "$library" -module-name TestConnection -parse-as-library -swift-version 6 \
        -enable-upcoming-feature NonisolatedNonsendingByDefault -I "$built/Modules" -I Sources/Host/SHAShim/include \
        -L "$built" -lModuleKit Tests/Connection/*.swift "@$library.objects"
    export SWITCHBOARD_TEST_CONNECTION="$library"
    verb=test
    set -- --no-parallel "$@"
    ;;
*) echo "$usage" >&2; exit 64 ;;
esac
# The package's copy of libModuleKit.so is not in the folder of the storage.
export SWITCHBOARD_SDK="$PWD/.build/sdk/Sources" SWITCHBOARD_STORAGE="$built/libStorage.so"
case $package in
# Nothing is built below Sources.
Sources/*) set -- --scratch-path ".build/packages/$(basename "$package")" "$@" ;;
# A build with the SDK's sources leaves modules of the SDK that the compiler would read first.
*) [ ! -e "$package/.build/debug/Mediator.build" ] || swift package --package-path "$package" clean ;;
esac
# SwiftPM keeps the plan of a build if only the SDK has changed.
exec swift "$verb" --build-system native --disable-build-manifest-caching --package-path "$package" "$@"
