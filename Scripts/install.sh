#!/bin/sh
# Installs Switchboard below PREFIX, whole or not at all:
#   PREFIX/bin/switchboard               a link to the executable
#   PREFIX/lib/switchboard/              executable, libModuleKit.so, in-tree modules
#   PREFIX/lib/switchboard/runtime/      the Swift runtime, so that neither checkout nor toolchain is needed to run
#   PREFIX/share/switchboard/sdk/Sources  the SDK's sources, for plugin packages; named as in the checkout, because
#                                        SwiftPM knows a package by the name of its folder
set -eu

[ -n "${1:-}" ] || { echo "usage: make install PREFIX=DIR" >&2; exit 64; }
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

# The toolchain's own path would stay in the binaries; they find the runtime beside themselves instead.
build="swift build --build-system native -c release --scratch-path .build/install
    -Xswiftc -no-toolchain-stdlib-rpath -Xlinker -rpath=\$ORIGIN/runtime"
$build
products=$($build --show-bin-path)

new=$prefix/lib/.switchboard-new.$$
old=$prefix/lib/.switchboard-old.$$
trap 'rm -rf "$new" "$old"' EXIT
mkdir -p "$new/runtime" "$prefix/bin" "$prefix/share/switchboard"
cp "$products/switchboard" "$products"/lib*.so "$new/"

# The libraries that ours need and that lie in the toolchain, with what those need in turn.
runtime=$(dirname "$(swiftc -print-target-info | sed -n 's/.*"\(.*\/lib\/swift\/linux\)".*/\1/p' | head -n 1)")/linux
LD_LIBRARY_PATH=$runtime ldd "$new/switchboard" "$new"/*.so | awk '$2 == "=>" { print $3 }' | sort -u |
    while read -r library; do
        case $library in "$runtime"/*) cp "$library" "$new/runtime/" ;; esac
    done

sdk=$prefix/share/switchboard/.sdk-new.$$
trap 'rm -rf "$new" "$old" "$sdk"' EXIT
mkdir -p "$sdk/Sources"
cp -R Sources/Package.swift Sources/Mediator Sources/ModuleKit "$sdk/Sources/"
chmod -R u+rwX,go+rX "$new" "$sdk"

if [ -e "$prefix/lib/switchboard" ]; then mv "$prefix/lib/switchboard" "$old"; fi
mv "$new" "$prefix/lib/switchboard"
rm -rf "$prefix/share/switchboard/sdk"
mv "$sdk" "$prefix/share/switchboard/sdk"
ln -sfn ../lib/switchboard/switchboard "$prefix/bin/switchboard"
echo "installed: $prefix/bin/switchboard"
