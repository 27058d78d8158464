/// The form of a route's URLs, segment by segment, for people who type them.
@_spi(Host) public struct RouteShape: Sendable {
    /// One segment of a path.
    public struct Segment: Sendable, Hashable {
        private let element: PatternElement

        init(_ element: PatternElement) { self.element = element }

        /// The text of a literal segment.
        public var literal: String? { if case .literal(let text) = element { text } else { nil } }

        /// Whether it is the rest of the path.
        public var isRest: Bool { if case .wildcard = element { true } else { false } }

        /// All texts of a segment that has a few.
        public var values: [String] {
            guard case .parameter(let parameter) = element, case .alternatives(let texts)? = parameter.type?.shape
            else { return [] }
            return texts.map { parameter.prefix + $0 + parameter.suffix }
        }

        /// The segment as patterns write it, such as `:id<int>`.
        public var label: String {
            switch element {
            case .literal(let text): text
            case .parameter(let parameter):
                "\(parameter.prefix):\(parameter.name)\(parameter.type.map { "<\($0.name)>" } ?? "")\(parameter.suffix)"
            case .wildcard(let name, let allowsNone): "*\(name)\(allowsNone ? "?" : "")"
            case .group: ""
            }
        }

        /// Returns whether a decoded text can be the segment.
        public func accepts(_ text: String) -> Bool {
            switch element {
            case .literal(let literal): literal == text
            case .parameter(let parameter): parameter.value(in: Array(text.utf8)) != nil
            case .wildcard: true
            case .group: false
            }
        }
    }

    /// The maximum number of ways through the optional groups of one pattern.
    private static let wayLimit = 16

    /// The scheme in lower case, or `nil` for any but `http` and `https`.
    public let scheme: String?
    /// The verb that it answers.
    public let verb: Verb
    /// The segments of each way through its optional groups; a web host is the first one.
    public let ways: [[Segment]]

    init(_ route: Route, _ pattern: RoutePattern) {
        scheme = pattern.scheme
        verb = route.verb
        let host = pattern.host.map { [Segment(.literal($0))] } ?? []
        ways = pattern.isForAnyHost ? [] : Self.ways(pattern.elements[...]).prefix(Self.wayLimit).map { host + $0 }
    }

    private static func ways(_ elements: ArraySlice<PatternElement>) -> [[Segment]] {
        guard let first = elements.first else { return [[]] }
        let rest = ways(elements.dropFirst())
        guard case .group(let inner) = first else { return rest.map { [Segment(first)] + $0 } }
        let through = ways(inner[...]).prefix(wayLimit).flatMap { way in rest.map { way + $0 } }
        return Array((through + rest).prefix(wayLimit))
    }
}

extension Switchboard {
    /// The registry that is in force: another object after each change of what modules declare.
    @_spi(Host) public var declarationState: any AnyObject & Sendable { registry }

    /// Returns the forms of all routes that an origin may request, also those of lazy modules. Linear in the number of
    /// routes.
    @_spi(Host) public func routeShapes(for origin: Origin) -> [RouteShape] {
        let registry = registry
        return [registry.routes, registry.fallbacks].flatMap { table in
            (table.numbers + table.idleNumbers).compactMap { number in
                let entry = table.entry(number)
                guard entry.route.access.allows(origin, owner: entry.owner) else { return nil }
                return RouteShape(entry.route, table.pattern(number))
            }
        }
    }

    /// Returns the parameters beside the path of a URL: those that started modules read, and those that others declare
    /// as sensitive, by name.
    @_spi(Host) public func queryParameters(of url: String, for origin: Origin) -> [RouteOutline.Parameter] {
        guard let url = try? RouteURL(url) else { return [] }
        let table = registry.routes
        let found = table.candidates(url).filter { $0.entry.route.access.allows(origin, owner: $0.entry.owner) }
        let parameters = found.flatMap { match -> [RouteOutline.Parameter] in
            let pattern = table.pattern(match.number)
            let declared = match.entry.route.sensitiveParameters.subtracting(pattern.parameterNames)
            return RouteOutline(match.entry, pattern).query
                + declared.map { RouteOutline.Parameter(name: $0, kind: .text, isOptional: true, affixes: []) }
        }
        var seen: Set<String> = []
        return parameters.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }
}
