#!/bin/sh
# Builds the golden modules of Tests/Golden/Modules against the SDK of `make build`, for release and without symbols, and writes
# what the host answers to their sessions, and the golden files of Tests/Golden/Formats that a host writes. A release runs it
# once for what is new; what was released stays as it is (Tests/Golden/README.md).
#
# Usage: make.sh modules|answers|formats…
set -eu
cd "$(dirname "$0")"
products=$(cd ../../.build/debug && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/modules"

host() {
    env -i PATH="$PATH" HOME="$work/home" XDG_DATA_HOME="$work/data" XDG_CACHE_HOME="$work/kept" XDG_STATE_HOME="$work/state" \
        "$products/switchboard" --no-remote "$@"
}

# Neither the libraries of a toolchain nor the place of this folder are in a library.
modules() {
    for source in Modules/*.swift; do
        name=$(basename "$source" .swift)
        swiftc -swift-version 6 -Osize -whole-module-optimization -emit-library -parse-as-library -module-name "$name" \
            -enable-upcoming-feature NonisolatedNonsendingByDefault -module-cache-path "$work/cache" \
            -file-prefix-map "$PWD=." -no-toolchain-stdlib-rpath -Xlinker -soname="lib$name.so" -Xlinker --gc-sections \
            -I "$products/Modules" -L "$products" -lModuleKit "$source" -o "Modules/lib$name.so"
        strip --strip-unneeded "Modules/lib$name.so"
        chmod 644 "Modules/lib$name.so"
    done
}

answers() {
    for session in Modules/*.session; do
        name=$(basename "$session" .session)
        rm -rf "$work/modules" "$work/data"
        mkdir "$work/modules"
        cp "Modules/lib$name.so" "$work/modules/"
        host --json --modules "$work/modules" < "$session" > "Modules/$name.answers" 2>&1 || true
    done
}

# The lock and the switches of installed modules, what a module stores, a stack, a recording, and the list of routes.
formats() {
    rm -rf "$work/data"
    for library in Modules/lib*.so; do host module install "$library"; done
    host module disable GoldenPages
    host module isolate GoldenStorage --memory 512
    sed "s,$PWD/Modules,/golden," "$work/data/switchboard/modules.lock" > Formats/modules.lock
    cp "$work/data/switchboard/modules.switches" Formats/modules.switches
    host module enable GoldenPages
    host call app://golden-storage/write
    cp "$work/data/switchboard/storage/GoldenStorage/records.sqlite" Formats/records.sqlite
    cp "$work/data/switchboard/storage/GoldenStorage/settings.json" Formats/settings.json
    cp "$work/data/switchboard/storage/GoldenStorage/secrets/token" Formats/token
    printf '%s\n' app://golden-pages/home/1/small app://golden-pages/picker | host --restore
    cp "$work/state/switchboard/stack.json" Formats/stack.json
    printf '%s\n' "record '$work/recording'" app://golden-pages/home/1/small app://golden-pages/closed \
        app://golden-pages/picker back | host || true
    cp "$work/recording" Formats/recording
    host --json routes GoldenPages --schema > Formats/routes.json
    chmod 644 Formats/*
}

for part; do "$part"; done
