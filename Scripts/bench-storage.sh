#!/bin/sh
# Compares records with the C functions of SQLite in the release build: inserts in a transaction, and rows read by an
# index. Needs libsqlite3.so.0. Calls the compilers directly, since the program does not need the benchmarks' packages.
# Usage: bench-storage.sh
set -eu
cd "$(dirname "$0")/.."
swift build --build-system native -c release --product Storage >&2
built=$PWD/.build/release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/SQLiteFloor"
echo "module SQLiteFloor { header \"$PWD/Benchmarks/Sources/SQLiteFloor/include/SQLiteFloor.h\" export * }" \
    > "$folder/SQLiteFloor/module.modulemap"
clang -O2 -I Benchmarks/Sources/SQLiteFloor/include -c Benchmarks/Sources/SQLiteFloor/SQLiteFloor.c -o "$folder/floor.o"
swiftc -swift-version 6 -O -wmo -parse-as-library -enable-upcoming-feature NonisolatedNonsendingByDefault \
    -module-name StorageBenchmark -module-cache-path "$folder/cache" -I "$built/Modules" -I "$folder/SQLiteFloor" \
    Benchmarks/Sources/StorageBenchmark/*.swift "$folder/floor.o" -L "$built" -lModuleKit -Xlinker -rpath="$built" \
    -o "$folder/bench"
"$folder/bench" "$built/libStorage.so" "$folder/data"
