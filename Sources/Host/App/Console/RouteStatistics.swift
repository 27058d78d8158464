@_spi(Host) import ModuleKit
import Synchronization

/// The counts, errors and latencies of a session's requests, for each route that answered. They come from traces.
final class RouteStatistics: Sendable {
    /// The figures of one route.
    struct Row: Sendable, Encodable {
        let verb: String
        /// The pattern of the route, `remote NAME` for a resolver, `none`, or `others`.
        let route: String
        /// The module of the route; `nil` for a request that no module answered.
        let module: String?
        fileprivate(set) var count = 0
        fileprivate(set) var errors = 0
        fileprivate(set) var latency = Latency()
    }

    /// The maximum number of routes; requests for more routes count as `others`.
    static let limit = 1_000

    private struct Key: Hashable, Sendable { let verb, module, route: String }

    private let rows = Mutex<[Key: Row]>([:])

    /// Counts a request that ended.
    func note(_ trace: Trace) {
        let (route, module) = Self.target(of: trace)
        let time = trace.steps.last.map { $0.start + $0.duration } ?? .zero
        rows.withLock { rows in
            var key = Key(verb: trace.verb.rawValue, module: module ?? "", route: route)
            if rows[key] == nil, rows.count >= Self.limit { key = Key(verb: key.verb, module: "", route: "others") }
            var row = rows[key] ?? Row(verb: key.verb, route: key.route, module: key.module.isEmpty ? nil : key.module)
            row.count += 1
            if trace.error != nil { row.errors += 1 }
            row.latency.add(time)
            rows[key] = row
        }
    }

    /// The figures of all routes, the most frequent route first.
    var all: [Row] {
        rows.withLock { Array($0.values) }.sorted { ($1.count, $0.route, $0.verb) < ($0.count, $1.route, $1.verb) }
    }

    /// Returns the last handler or resolver that a request reached; a resolver has no module.
    private static func target(of trace: Trace) -> (route: String, module: String?) {
        if trace.error?.code == .noRoute { return ("none", nil) }
        for step in trace.steps.reversed() {
            switch step.stage {
            case .handler(let route, let module): return (route, module)
            case .resolver(let name): return ("remote \(name)", nil)
            default: continue
            }
        }
        return ("none", nil)
    }
}

/// A histogram of durations.
struct Latency: Sendable, Encodable {
    /// The upper bounds, in seconds.
    static let bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

    /// The number of durations in each bucket, and above the last bound.
    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum, in seconds.
    private(set) var sum = 0.0

    mutating func add(_ time: Duration) {
        let seconds = time / .seconds(1)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    /// Returns the upper bound of the bucket at a quantile of the durations; `nil` if it is above the last bound.
    func quantile(_ share: Double) -> Double? {
        let rank = Int((Double(counts.reduce(0, +)) * share).rounded(.up))
        var seen = 0
        for (count, bound) in zip(counts, Self.bounds) {
            seen += count
            if seen >= max(rank, 1) { return bound }
        }
        return nil
    }

    func encode(to encoder: any Encoder) throws {
        let members = ["sum_seconds": sum, "median_seconds": quantile(0.5), "p95_seconds": quantile(0.95)]
        try JSONObject(members).encode(to: encoder)
    }
}
