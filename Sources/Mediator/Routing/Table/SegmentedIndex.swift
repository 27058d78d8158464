import Dispatch
import Synchronization

/// The queue that joins segments; it has a thread of its own, however many others are held.
private let joiner = DispatchQueue(label: "switchboard.index", qos: .utility)

/// An index of patterns with a row for each, in which adding and removing rows costs in proportion to them, not to all
/// rows.
///
/// This is the logarithmic method (Bentley and Saxe, 1980): added rows are a segment, which is joined with those before
/// it that are no larger, so that a row is moved as often as the logarithm of their count. Joining costs little,
/// because a segment is frozen only when it is looked up. While look-ups continue in several segments, they are joined
/// into one in the background.
struct SegmentedIndex<Row: IndexedRow>: Sendable {
    /// All segments as one.
    private struct Whole: Sendable {
        let segment: IndexSegment<Row>
        /// The numbers of its rows in the index.
        let numbers: [Int]
    }

    /// The union of several segments with repeated look-ups.
    private final class Union: Sendable {
        let whole = Lazy<Whole>()
        let lookUps = Atomic<Int>(0)
    }

    let ownHosts: Set<String>
    /// The segments, in the order in which their rows were added.
    private let segments: [IndexSegment<Row>]
    /// The union; `nil` if there is one segment with all of its rows, or none.
    private let union: Union?

    /// Creates an index of some rows, for an app with these web hosts of its own.
    init(_ rows: [Row] = [], ownHosts: Set<String>) {
        self.init(segments: [], ownHosts: ownHosts)
        if !rows.isEmpty { self = adding(rows, patterns: rows.map(\.indexed)) }
    }

    private init(segments: [IndexSegment<Row>], ownHosts: Set<String>) {
        self.segments = segments
        self.ownHosts = ownHosts
        let isSettled = segments.count < 2 && segments.allSatisfy { $0.count == $0.rows.count }
        union = isSettled ? nil : Union()
    }

    /// Whether the index has no rows.
    var isEmpty: Bool { segments.isEmpty }

    /// The highest number plus one.
    var end: Int { segments.reduce(0) { $0 + $1.rows.count } }

    /// The numbers of the rows, in the order of their addition.
    var numbers: [Int] {
        var start = 0
        return segments.flatMap { segment in
            defer { start += segment.rows.count }
            return segment.rows.indices.filter { segment.rows[$0] != nil }.map { start + $0 }
        }
    }

    /// Returns the row of a number; `nil` if there is none.
    func row(_ number: Int) -> Row? {
        var place = number
        for segment in segments {
            if place < segment.rows.count { return segment.rows[place] }
            place -= segment.rows.count
        }
        return nil
    }

    /// Returns the index with more rows.
    ///
    /// - Parameter patterns: the patterns of the rows.
    func adding(_ rows: [Row], patterns: [IndexedPattern]) -> SegmentedIndex {
        guard !rows.isEmpty else { return self }
        var shapes = ShapeTable()
        for (number, pattern) in patterns.enumerated() { shapes.insert(PatternShapes(pattern), number) }
        var kept = settled
        var joined = [IndexSegment(rows, shapes, ownHosts: ownHosts)]
        var count = rows.count
        while let last = kept.last, last.count <= count {
            joined.insert(kept.removeLast(), at: 0)
            count += last.count
        }
        let newest = joined.count == 1 ? joined[0] : IndexSegment(joining: joined, ownHosts: ownHosts)
        return SegmentedIndex(segments: kept + [newest], ownHosts: ownHosts)
    }

    /// Returns the index without the rows of a module.
    func removing(_ owner: String) -> SegmentedIndex {
        SegmentedIndex(segments: settled.compactMap { $0.removing(owner) }, ownHosts: ownHosts)
    }

    /// Returns what is in the way of another pattern, or `nil`.
    func clash(with pattern: IndexedPattern) -> PatternClash<Row>? {
        guard !segments.isEmpty else { return nil }
        let shapes = PatternShapes(pattern)
        for segment in segments {
            let clash = segment.shapes.clash(with: pattern, shapes, among: { segment.rows[$0] }, indexed: \.indexed)
            if let clash { return clash }
        }
        return nil
    }

    /// Returns the best pattern for a URL.
    func match(_ url: RouteURL) -> PatternMatch? {
        guard let union else { return segments.first?.match(url) }
        if let whole = whole(union) { return whole.segment.match(url)?.with(number: whole.numbers) }
        var found: [PatternMatch] = []
        visit { start, segment in
            if let match = segment.match(url) { found.append(match.with(number: start + match.number)) }
        }
        return found.count > 1 ? candidates(url).first : found.first
    }

    /// Returns every pattern that matches a URL, the best one first.
    func candidates(_ url: RouteURL) -> [PatternMatch] {
        guard let union else { return segments.first?.candidates(url) ?? [] }
        if let whole = whole(union) { return whole.segment.candidates(url).map { $0.with(number: whole.numbers) } }
        var found: [PatternMatch] = []
        visit { start, segment in
            found += segment.candidates(url).map { $0.with(number: start + $0.number) }
        }
        return found.sorted { $0.precedes($1) }
    }

    private func visit(_ body: (_ start: Int, IndexSegment<Row>) -> Void) {
        var start = 0
        for segment in segments {
            body(start, segment)
            start += segment.rows.count
        }
    }

    /// The segments, or their union if it is ready.
    private var settled: [IndexSegment<Row>] { union?.whole.made.map { [$0.segment] } ?? segments }

    /// Returns all segments as one, after enough look-ups to pay for joining them.
    private func whole(_ union: Union) -> Whole? {
        if let whole = union.whole.made { return whole }
        if union.lookUps.add(1, ordering: .relaxed).newValue == max(64, end / 8) {
            joiner.async { [self] in
                let segment = IndexSegment(joining: segments, ownHosts: ownHosts)
                _ = segment.index
                _ = union.whole.value { Whole(segment: segment, numbers: numbers) }
            }
        }
        return nil
    }
}

extension PatternMatch {
    fileprivate func with(number: Int) -> PatternMatch {
        var match = self
        match.number = number
        return match
    }

    fileprivate func with(number numbers: [Int]) -> PatternMatch { with(number: numbers[number]) }
}
