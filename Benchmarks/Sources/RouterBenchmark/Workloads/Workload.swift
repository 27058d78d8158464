/// A table of patterns, and requests in random order: what every contestant gets.
struct Workload {
    let kind: WorkloadKind
    let patterns: [String]
    let requests: [Request]

    /// Each pattern is asked for equally often, and one pass over the requests is long enough that no processor learns
    /// their order.
    init(_ kind: WorkloadKind) {
        let patterns = kind.patterns
        var random = SplitMix64(seed: 2026)
        var requests: [Request] = []
        for _ in 0..<max(1, 20_000 / patterns.count) {
            for (number, pattern) in patterns.enumerated() {
                requests.append(
                    kind == .misses
                        ? Request(missing: pattern, random: &random)
                        : Request(hitting: pattern, number: number, random: &random))
            }
        }
        requests.shuffle(using: &random)
        self.kind = kind
        self.patterns = patterns
        self.requests = requests
    }

    /// What one pass over the requests has to add up to: 1 for each hit, and the bytes of each value.
    var checksum: Int {
        requests.reduce(0) { total, request in
            guard request.number != nil else { return total }
            return total + 1 + request.values.reduce(0) { $0 + $1.utf8.count }
        }
    }
}
