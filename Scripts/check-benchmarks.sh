#!/bin/sh
# Compiles the benchmarks against the SDK of the debug build, without external packages. A module with the declarations
# that they use replaces Hummingbird's router, and an empty type replaces `HummingbirdService`. If Go is installed, also
# checks the format of the peer in Go. `make bench` builds everything.
set -eu
cd "$(dirname "$0")/.."
products=$(readlink -f .build/debug)
folder=.build/benchmarks
mkdir -p "$folder"

cat > "$folder/Hummingbird.swift" <<'END'
@_spi(Internal) public struct RouterPath { public init(_ text: String) {} }
@_spi(Internal) public struct RouterTrie<Value> {
    public typealias Match = (value: Value, parameters: [(key: Substring, value: Substring)])
    public func resolve(_ path: String) -> Match? { nil }
}
@_spi(Internal) public struct RouterPathTrieBuilder<Value> {
    public init() {}
    public func addEntry(_ path: RouterPath, value: Value) {}
    public func build() -> RouterTrie<Value> { RouterTrie() }
}
END
cat > "$folder/HummingbirdService.swift" <<'END'
struct HummingbirdService {
    func get(_ path: String) async throws -> Int { 0 }
}
END
# SwiftPM generates this for an embedded resource.
echo 'enum PackageResources { static let github_txt: [UInt8] = [] }' > "$folder/PackageResources.swift"
swiftc -swift-version 6 -parse-as-library -module-name Hummingbird -emit-module \
    -emit-module-path "$folder/Hummingbird.swiftmodule" "$folder/Hummingbird.swift"
for name in HeapProbe CurlFloor SQLiteFloor; do
    clang -fsyntax-only -Wall -Wextra -Werror -I "Benchmarks/Sources/$name/include" "Benchmarks/Sources/$name/$name.c"
    mkdir -p "$folder/$name"
    echo "module $name { header \"$PWD/Benchmarks/Sources/$name/include/$name.h\" export * }" > "$folder/$name/module.modulemap"
done

# compile NAME FILE…: checks one executable as strictly as its package compiles it.
compile() {
    name=$1
    shift
    find "Benchmarks/Sources/$name" -name '*.swift' ! -name HummingbirdService.swift > "$folder/$name.sources"
    swiftc -swift-version 6 -warnings-as-errors -typecheck -parse-as-library -module-name "$name" \
        -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -I "$products/Modules" -I "$folder" -I "$folder/HeapProbe" -I "$folder/CurlFloor" -I "$folder/SQLiteFloor" \
        -module-cache-path "$products/ModuleCache" \
        @"$folder/$name.sources" "$@"
}
compile RouterBenchmark "$folder/PackageResources.swift" "$folder/HummingbirdService.swift"
compile RemoteBenchmark
compile StorageBenchmark
if command -v go > /dev/null; then (cd Benchmarks/Peers/httprouter && gofmt -l . | (! grep .)); fi
echo "the benchmarks compile"
