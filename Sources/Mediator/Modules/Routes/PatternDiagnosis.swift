/// How far a pattern follows a path, and what stops it.
struct PatternDiagnosis {
    /// How many segments it follows.
    private(set) var depth = 0
    /// What stops it, as a sentence.
    private(set) var reason = ""

    private let segments: [String]

    /// Follows a path with a pattern; of the ways through its optional groups, the one that leads furthest counts.
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
        let fits =
            switch element {
            case .literal(let text): text == segment
            case .parameter(let parameter): parameter.value(in: Array(segment.utf8)) != nil
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

/// A team's table of patterns on trial, without any module: what a URL would match, and why.
@_spi(Host) public struct PatternTrial: Sendable {
    private let texts: [String]
    private let table: RouteTable

    /// Reads a table of patterns.
    ///
    /// - Parameters:
    ///   - priorities: one for each pattern, or none at all.
    ///   - ownHosts: the web hosts for which patterns without a scheme answer.
    /// - Throws: `RegistrationError` that names every fault.
    public init(
        _ patterns: [String], priorities: [Int] = [], ownHosts: Set<String> = []
    ) throws(RegistrationError) {
        texts = patterns
        let routes = patterns.enumerated().map { place, pattern -> Route in
            var route = Route(
                pattern, verb: .open, access: .public, location: SourceLocation(fileID: "pattern", line: place + 1)
            ) { _ in .done }
            if priorities.indices.contains(place) { route.priority = priorities[place] }
            return route
        }
        table = try RouteTable(ownHosts: ownHosts).adding(routes, owner: "")
    }

    /// The pattern that is taken for a URL, as it was given, with the parameters of path and query; or `nil`.
    public func match(_ url: RouteURL) -> (pattern: String, parameters: Parameters)? {
        table.match(url).map { (texts[$0.number], Parameters(path: $0.captures, url)) }
    }

    /// Why a URL goes where it goes.
    public func explain(_ url: RouteURL) -> RouteExplanation { table.explain(url) }
}
