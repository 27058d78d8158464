import HeapProbe
@_spi(Internal) import Hummingbird

/// The trie of Hummingbird's router, called as Hummingbird calls it.
struct HummingbirdRouter: Contestant {
    let router = Router.hummingbird
    let works: [Work] = [.decode]
    private var patterns: [String] = []
    private var paths: [String] = []
    private var trie = Self.trie([])

    mutating func prepare(_ workload: Workload) throws -> TableSize {
        patterns = workload.patterns
        paths = workload.requests.map(\.path)
        trie = Self.trie([])
        let before = heap_bytes_in_use()
        trie = Self.trie(patterns)
        let held = heap_bytes_in_use() - before
        try check(workload.requests)
        return TableSize(held: held)
    }

    func build() -> BuildTime {
        let (ready, trie) = ProcessorTime.measure { Self.trie(patterns) }
        return withExtendedLifetime(trie) { BuildTime(ready: ready) }
    }

    func measure(_ work: Work, passes: Int) -> Measurement {
        Measurement(passes: passes) { decode() }
    }

    /// Returns a trie whose values are small numbers, the cheapest that it can hold.
    private static func trie(_ patterns: [String]) -> RouterTrie<UInt32> {
        let builder = RouterPathTrieBuilder<UInt32>()
        for (number, pattern) in patterns.enumerated() { builder.addEntry(RouterPath(pattern), value: UInt32(number)) }
        return builder.build()
    }

    private func check(_ requests: [Request]) throws {
        for request in requests {
            let found = trie.resolve(request.path)
            let values = found?.parameters.map { String($0.value) } ?? []
            guard found.map({ Int($0.value) }) == request.number, values == request.values else {
                throw ContestantError.wrongAnswer(
                    router, path: request.path, expected: "\(request)", found: "\(found, default: "none")")
            }
        }
    }

    private func decode() -> Int {
        var checksum = 0
        let trie = trie
        for path in paths {
            guard let found = trie.resolve(path) else { continue }
            checksum &+= 1
            for parameter in found.parameters { checksum &+= parameter.value.utf8.count }
        }
        return checksum
    }
}
