import ModuleKit
import Synchronization

/// A live page with the counts, errors and latencies of the routes that rules name.
///
/// Here, a route is the kind and the pattern of a rule. The number of routes is limited.
final class Metrics: ViewModel {
    enum Message: String, Codable {
        /// Starts counting again from 0.
        case reset
    }

    private struct Route {
        var count = 0
        var errors = 0
        var latency = Histogram()
    }

    private struct State {
        var routes: [String: Route] = [:]
        var written = 0
        var dropped = 0
    }

    static let routeLimit = 256

    private let file: String
    private let state = Mutex(State())
    /// A change of this number redraws the page; a request changes only `state`, which does not redraw the page.
    private let version = Live(0)

    init(file: String) { self.file = file }

    /// Removes the routes that the rules no longer name.
    func keep(_ rules: [TrackingRule]) {
        let names = Set(rules.map(Self.name))
        state.withLock { state in state.routes = state.routes.filter { names.contains($0.key) } }
        refresh()
    }

    private static func name(_ rule: TrackingRule) -> String { rule.kind.rawValue + " " + rule.pattern.text }

    /// Counts a request.
    func note(_ rule: TrackingRule, took time: Duration, isError: Bool) {
        let name = Self.name(rule)
        state.withLock { state in
            guard state.routes[name] != nil || state.routes.count < Self.routeLimit else { return }
            state.routes[name, default: Route()].count += 1
            if isError { state.routes[name]?.errors += 1 }
            state.routes[name]?.latency.add(time)
        }
    }

    func noteWritten(_ written: Int, dropped: Int) {
        state.withLock { state in
            state.written += written
            state.dropped += dropped
        }
    }

    func noteDropped(_ count: Int) { state.withLock { $0.dropped += count } }

    /// Redraws an open page with the current numbers.
    func refresh() { version.update { $0 += 1 } }

    func receive(_ message: Message) {
        switch message {
        case .reset: state.withLock { $0 = State() }
        }
        refresh()
    }

    var content: [PageElement] {
        _ = version.value
        let state = state.withLock(\.self)
        let routes = state.routes.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let rows = routes.map { name, route in
            Table.Row(
                [
                    name, "\(route.count)", "\(route.errors)", route.latency.text(0.5), route.latency.text(0.95),
                ], id: name)
        }
        let elements: [any PageContent] = [
            Field("Recorded", "\(state.written)"), Field("Dropped", "\(state.dropped)"), Field("File", file),
            Table(
                ["Route", .trailing("Count"), .trailing("Errors"), .trailing("Median"), .trailing("95 %")],
                rows: Rows(rows)),
            Action("Reset the counts", sending: .reset),
        ]
        return elements.flatMap(\.elements)
    }
}

/// Durations in a fixed number of buckets; four buckets cover each doubling of the duration, so a quantile is at most
/// 19 % too high.
struct Histogram: Sendable {
    /// From one microsecond to about five minutes.
    private static let bucketCount = 113

    private var buckets = [Int](repeating: 0, count: bucketCount)
    private(set) var count = 0

    mutating func add(_ time: Duration) {
        let microseconds = max(1, time / .microseconds(1))
        var bucket = 0
        var bound = 1.0
        while bound < microseconds, bucket < Self.bucketCount - 1 {
            bucket += 1
            bound *= Self.step
        }
        buckets[bucket] += 1
        count += 1
    }

    /// Returns a quantile by the nearest rank in microseconds, as the upper bound of its bucket; `nil` without
    /// durations.
    func quantile(_ share: Double) -> Double? {
        let rank = max(1, Int((Double(count) * share).rounded(.up)))
        var seen = 0
        var bound = 1.0
        for bucket in buckets {
            seen += bucket
            if count > 0, seen >= rank { return bound }
            bound *= Self.step
        }
        return nil
    }

    /// Returns a quantile in milliseconds as text.
    func text(_ share: Double) -> String {
        guard let quantile = quantile(share) else { return "" }
        let thousandths = Int(quantile.rounded())
        return "\(thousandths / 1_000).\("\(1_000 + thousandths % 1_000)".dropFirst()) ms"
    }

    /// The fourth root of two.
    private static let step = 1.189207115002721
}
