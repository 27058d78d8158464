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
        let steps = PatternSteps(pattern).steps
        var seen: Set<Int> = []
        var open = [(step: 0, depth: 0)]
        while let (step, depth) = open.popLast() {
            guard seen.insert(step * (segments.count + 1) + depth).inserted else { continue }
            if step < steps.count, case .orSkip(let next) = steps[step] {
                open += [(next, depth), (step + 1, depth)]
            } else if step < steps.count, case .element(let element) = steps[step] {
                if follow(element, depth: depth) { open.append((step + 1, depth + 1)) }
            } else if depth < segments.count {
                stop(at: depth, "the pattern ends before \"\(segments[depth])\"")
            }
        }
    }

    private mutating func follow(_ element: PatternElement, depth: Int) -> Bool {
        guard depth < segments.count else {
            stop(at: depth, "the path ends where the pattern has \(element.words)")
            return false
        }
        let segment = segments[depth]
        let fits = element.accepts(segment)
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
    /// Returns whether a decoded segment can be the element.
    @_spi(Host) public func accepts(_ segment: String) -> Bool {
        switch self {
        case .literal(let text): text == segment
        case .parameter(let parameter): parameter.accepts(segment)
        case .group, .wildcard: true
        }
    }

    /// The element as patterns write it, such as `:id<int>`; empty for a group.
    @_spi(Host) public var label: String {
        switch self {
        case .literal(let text): text
        case .parameter(let parameter): parameter.words
        case .wildcard(let name, let allowsNone): "*\(name)\(allowsNone ? "?" : "")"
        case .group: ""
        }
    }

    /// All texts of a segment that has a few.
    @_spi(Host) public var values: [String] {
        guard case .parameter(let parameter) = self, case .alternatives(let texts)? = parameter.type?.shape else {
            return []
        }
        return texts.map { parameter.prefix + $0 + parameter.suffix }
    }

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
        var table = RouteTable(ownHosts: ownHosts)
        table.add(routes, owner: "", faults: &faults)
        self.table = table
        guard faults.isEmpty else { throw .invalid(faults, owner: "") }
    }

    /// Returns the best pattern for a URL, in its written form, with the parameters of path and query, or `nil`.
    public func match(_ url: RouteURL) -> (pattern: String, parameters: Parameters)? {
        table.route(for: url).map { (texts[$0.number], Parameters(path: $0.captures, url)) }
    }

    /// Returns the explanation of a URL's match.
    public func explain(_ url: RouteURL) -> RouteExplanation { table.explain(url) }
}
