import HeapProbe
@_spi(Host) import ModuleKit

/// This project's own router, through `libModuleKit.so` as it ships.
struct SwitchboardRouter: Contestant {
    let router = Router.switchboard
    let works: [Work] = [.lookUp, .decode, .parse]
    private var patterns: [String] = []
    private var paths: [String] = []
    private var bytes = PathBytes([])
    private var index = PatternIndex([])

    mutating func prepare(_ workload: Workload) throws -> TableSize {
        patterns = workload.patterns
        paths = workload.requests.map(\.path)
        bytes = PathBytes(paths)
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
        try Measurement(passes: passes) { work == .lookUp ? lookUp() : try decode() }
    }

    private static func parse(_ patterns: [String]) throws -> [IndexedPattern] {
        try patterns.map { IndexedPattern(try RoutePattern($0)) }
    }

    /// Both ways, the bare look-up and the decoding one, have to give the expected answer.
    private func check(_ requests: [Request]) throws {
        for (request, path) in zip(requests, bytes.paths) {
            let found = index.find(path)
            let match = index.match(try RouteURL(request.path))
            let isRight =
                found?.number == request.number && match?.number == request.number
                && found?.parameters ?? 0 == request.values.count && match?.values ?? [] == request.values
            guard isRight else {
                throw ContestantError.wrongAnswer(
                    router, path: request.path, expected: "\(request)",
                    found: "\(found, default: "none"), \(match, default: "none")")
            }
        }
    }

    private func lookUp() -> Int {
        var checksum = 0
        let index = index
        for path in bytes.paths {
            if let found = index.find(path) { checksum &+= 1 + found.parameters }
        }
        return checksum
    }

    private func decode() throws -> Int {
        var checksum = 0
        let index = index
        for path in paths {
            guard let match = index.match(try RouteURL(path)) else { continue }
            checksum &+= 1
            for parameter in match.parameters { checksum &+= parameter.value.utf8.count }
        }
        return checksum
    }
}
