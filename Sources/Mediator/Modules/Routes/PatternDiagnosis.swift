/// The extent to which a pattern matches a path, and the reason why it stops.
struct PatternDiagnosis {
    /// The number of matched segments.
    private(set) var depth = 0
    /// The reason why it stops, as a sentence.
    private(set) var reason = ""

    private let segments: [String]

    /// Compares a path with a pattern; of the ways through its optional groups, the longest match counts.
    init(_ pattern: RoutePattern, segments: [String]) {
        self.segments = segments
        for form in pattern.forms ?? [] {
            let followed = form.enumerated().prefix { follow($0.element, depth: $0.offset) }.count
            if followed == form.count, followed < segments.count {
                stop(at: followed, "the pattern ends before \"\(segments[followed])\"")
            }
        }
    }

    private mutating func follow(_ element: PatternElement, depth: Int) -> Bool {
        guard depth < segments.count else {
            stop(at: depth, "the path ends where the pattern has \(element.words)")
            return false
        }
        let segment = segments[depth]
        let fits =
            switch element {
            case .literal(let text): text == segment
            case .parameter(let parameter): parameter.accepts(segment)
            case .group, .wildcard: true
            }
        if !fits { stop(at: depth, "segment \(depth + 1) is \"\(segment)\", expected \(element.words)") }
        return fits
    }

    private mutating func stop(at depth: Int, _ reason: String) {
        guard depth >= self.depth else { return }
        self.depth = depth
        self.reason = reason
    }
}

extension PatternElement {
    /// The element in words, for messages.
    var words: String {
        switch self {
        case .literal(let text): "\"\(text)\""
        case .parameter(let parameter): parameter.words
        case .group: "an optional group"
        case .wildcard(let name, _): "the rest as *\(name)"
        }
    }
}

extension PatternParameter {
    /// The parameter in words, for messages.
    var words: String {
        "\(prefix):\(name)" + (type.map { "<\($0.name)>" } ?? "") + suffix
    }
}

/// A table of patterns without any module, for trials: the match of a URL, and its reasons.
@_spi(Host) public struct PatternTrial: Sendable {
    private let texts: [String]
    private let table: RouteTable

    /// Parses a table of patterns.
    ///
    /// - Parameters:
    ///   - priorities: one for each pattern, or none at all.
    ///   - ownHosts: the web hosts that patterns without a scheme answer.
    /// - Throws: `RegistrationError` that names every fault.
    public init(
        _ patterns: [String], priorities: [Int] = [], ownHosts: Set<String> = []
    ) throws(RegistrationError) {
        texts = patterns
        let routes = patterns.enumerated().map { place, pattern -> Route in
            var route = Route(
                pattern, verb: .open, access: .public, location: DeclarationSite(fileID: "pattern", line: place + 1)
            ) { _ in .done }
            if priorities.indices.contains(place) { route.priority = priorities[place] }
            return route
        }
        var faults: [RegistrationFault] = []
        table = RouteTable(ownHosts: ownHosts).adding(routes, owner: "", faults: &faults)
        guard faults.isEmpty else { throw .invalid(faults, owner: "") }
    }

    /// Returns the best pattern for a URL, in its written form, with the parameters of path and query, or `nil`.
    public func match(_ url: RouteURL) -> (pattern: String, parameters: Parameters)? {
        table.route(for: url).map { (texts[$0.number], Parameters(path: $0.captures, url)) }
    }

    /// Returns the explanation of a URL's match.
    public func explain(_ url: RouteURL) -> RouteExplanation { table.explain(url) }
}
