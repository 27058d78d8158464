import HeapProbe
@_spi(Host) import ModuleKit

/// This project's router, in `libModuleKit.so` as it ships.
struct SwitchboardRouter: Contestant {
    let router = Router.switchboard
    let works: [Work] = [.decode, .parse]
    private var patterns: [String] = []
    private var paths: [String] = []
    private var index = PatternIndex([])

    mutating func prepare(_ workload: Workload) throws -> TableSize {
        patterns = workload.patterns
        paths = workload.requests.map(\.path)
        index = PatternIndex([])
        let before = heap_bytes_in_use()
        index = PatternIndex(try Self.parse(patterns))
        let held = heap_bytes_in_use() - before
        try check(workload.requests)
        return TableSize(held: held, readByLookUp: index.byteCount)
    }

    func build() throws -> BuildTime {
        let (ready, (parsed, index)) = try ProcessorTime.measure {
            let parsed = try Self.parse(patterns)
            return (parsed, PatternIndex(parsed))
        }
        let conflicts = ProcessorTime.measure { PatternIndex.conflicts(parsed) }.duration
        return withExtendedLifetime(index) { BuildTime(ready: ready, conflicts: conflicts) }
    }

    func measure(_ work: Work, passes: Int) throws -> Measurement {
        try Measurement(passes: passes) { try decode() }
    }

    private static func parse(_ patterns: [String]) throws -> [IndexedPattern] {
        try patterns.map { IndexedPattern(try RoutePattern($0)) }
    }

    /// Checks that every request reaches the route for which it was made.
    private func check(_ requests: [Request]) throws {
        for request in requests {
            let match = index.match(try RouteURL(parsing: request.path))
            guard match?.number == request.number, match?.values ?? [] == request.values else {
                throw ContestantError.wrongAnswer(
                    router, path: request.path, expected: "\(request)", found: "\(match, default: "none")")
            }
        }
    }

    private func decode() throws -> Int {
        var checksum = 0
        let index = index
        for path in paths {
            guard let match = index.match(try RouteURL(parsing: path)) else { continue }
            checksum &+= 1
            for parameter in match.parameters { checksum &+= parameter.value.utf8.count }
        }
        return checksum
    }
}
