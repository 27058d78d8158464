/// A table of patterns and requests in random order, which is the same for every contestant.
struct Workload {
    let kind: WorkloadKind
    let patterns: [String]
    let requests: [Request]

    /// Creates the same number of requests for each pattern. One pass over all requests is too long for a processor to
    /// learn their order.
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

    /// The checksum of one pass over the requests: 1 for each hit, plus the bytes of each value.
    var checksum: Int {
        requests.reduce(0) { total, request in
            guard request.number != nil else { return total }
            return total + 1 + request.values.reduce(0) { $0 + $1.utf8.count }
        }
    }
}
