#!/usr/bin/env bash
# Installs Switchboard below PREFIX, completely or not at all:
#   PREFIX/bin/switchboard               a link to the executable
#   PREFIX/lib/switchboard/              executable, libModuleKit.so, libRemoteLookup.so, libStorage.so, libFleet.so
#   PREFIX/share/switchboard/demo        the modules of the demonstration app, for `switchboard --demo`, and the answers
#                                        for them: `services` and `table.json`
#   PREFIX/lib/switchboard/lib/swift/    the Swift runtime, so that neither checkout nor toolchain is needed to run
#   PREFIX/lib/switchboard/libexec/swift/ the program for the runtime's backtrace of a crash; both folders
#                                        are arranged as in a toolchain, since the runtime finds one from the other
#   PREFIX/share/switchboard/sdk/Sources  the SDK's sources, for plugin packages; named as in the checkout, because
#                                        older manifests know the package by its folder
#   PREFIX/share/switchboard/sdk/modules/Sources  the built SDK, as a package of the same name (sdk-modules.sh)
#   PREFIX/share/switchboard/sdk/ModuleKit.pc     the same for builds without SwiftPM, by pkg-config
#   PREFIX/share/man/man1/switchboard.1  the manual page
#   PREFIX/share/bash-completion/completions, zsh/site-functions, fish/vendor_completions.d  the completion of each shell
set -eu

[ -n "${1:-}" ] || { echo "usage: make install PREFIX=DIR" >&2; exit 64; }
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

# The binaries find the runtime in a folder next to them, instead of by the toolchain's path. A plugin of a debug build
# needs libswiftSwiftOnoneSupport.so, and finds it only if the host has loaded it. A backtrace takes the names of
# functions from the symbol table. Debug information and the code's checksum for incremental builds are left out: both
# contain paths of this machine, and would differ in each folder.
build="swift build --build-system native -c release --scratch-path .build/install -debug-info-format none
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
    -Xswiftc -no-toolchain-stdlib-rpath -Xlinker -rpath=\$ORIGIN/lib/swift/linux -Xlinker -lswiftSwiftOnoneSupport"
$build
products=$($build --show-bin-path)

new=$prefix/lib/.switchboard-new.$$
old=$prefix/lib/.switchboard-old.$$
demo=$prefix/share/switchboard/.demo-new.$$
sdk=$prefix/share/switchboard/.sdk-new.$$
pages=$prefix/share/switchboard/.pages-new.$$
trap 'rm -rf "$new" "$old" "$demo" "$sdk" "$pages"' EXIT
mkdir -p "$new/lib/swift/linux" "$new/libexec/swift/linux" "$prefix/bin" "$prefix/share/switchboard"
cp "$products/switchboard" "$products"/lib*.so "$new/"

# The modules of the app are not part of the host.
mkdir "$demo"
for module in Sources/Modules/*/; do mv "$new/lib$(basename "$module").so" "$demo/"; done
cp -R Examples/RemoteServer/services Examples/RemoteServer/table.json "$demo/"

# Copies the libraries of the toolchain that the installed files need, directly or indirectly.
runtime=$(swiftc -print-target-info | sed -n 's/.*"\(.*\/lib\/swift\/linux\)".*/\1/p' | head -n 1)
cp "$runtime/../../../libexec/swift/linux/swift-backtrace" "$new/libexec/swift/linux/"
LD_LIBRARY_PATH=$runtime ldd "$new/switchboard" "$new"/*.so "$demo"/*.so "$new/libexec/swift/linux/swift-backtrace" | awk '$2 == "=>" { print $3 }' | sort -u |
    while read -r library; do
        case $library in "$runtime"/*) cp "$library" "$new/lib/swift/linux/" ;; esac
    done

mkdir -p "$sdk/Sources"
cp -R Sources/Package.swift Sources/Mediator Sources/ModuleKit Sources/HostKit Sources/ModuleTesting "$sdk/Sources/"
# A plugin's tests use the runtime of the toolchain that builds them.
swiftc -emit-library -no-toolchain-stdlib-rpath -o "$sdk/libModuleKit.so" -Xlinker -soname=libModuleKit.so \
    -Xlinker -rpath=\$ORIGIN @"$products/ModuleKit.product/Objects.LinkFileList"
strip --strip-unneeded "$sdk/libModuleKit.so"
Scripts/sdk-modules.sh "$sdk/modules" "$products/Modules" "$sdk/libModuleKit.so"
rm "$sdk/libModuleKit.so"
built=$(basename "$sdk"/modules/Sources/*.artifactbundle)
cat > "$sdk/ModuleKit.pc" <<END
prefix=\${pcfiledir}/../../..
Name: ModuleKit
Description: The SDK of Switchboard, for swiftc
Version: $(sed -n 's/.*sdkVersion = Version(\(.*\), \(.*\), \(.*\))$/\1.\2.\3/p' Sources/ModuleKit/Handshake/Contract.swift)
Cflags: -I\${pcfiledir}/modules/Sources/$built/Modules
Libs: -L\${prefix}/lib/switchboard -lModuleKit
END

# write FILE WORD…: writes a text that the host generates, for a file below share, without the user's configuration.
mkdir "$pages" "$pages/home"
files=
write() {
    file=$1
    shift
    mkdir -p "$pages/$(dirname "$file")" "$prefix/share/$(dirname "$file")"
    env -i PATH="$PATH" HOME="$pages/home" XDG_CONFIG_HOME="$pages/home" "$new/switchboard" "$@" > "$pages/$file"
    files="$files $file"
}
write man/man1/switchboard.1 help --man
write bash-completion/completions/switchboard completions bash
write zsh/site-functions/_switchboard completions zsh
write fish/vendor_completions.d/switchboard.fish completions fish
chmod -R u+rwX,go+rX "$new" "$demo" "$sdk" "$pages"

if [ -e "$prefix/lib/switchboard" ]; then mv "$prefix/lib/switchboard" "$old"; fi
mv "$new" "$prefix/lib/switchboard"
rm -rf "$prefix/share/switchboard/sdk" "$prefix/share/switchboard/demo"
mv "$sdk" "$prefix/share/switchboard/sdk"
mv "$demo" "$prefix/share/switchboard/demo"
ln -sfn ../lib/switchboard/switchboard "$prefix/bin/switchboard"
for file in $files; do mv "$pages/$file" "$prefix/share/$file"; done
echo "installed: $prefix/bin/switchboard"
