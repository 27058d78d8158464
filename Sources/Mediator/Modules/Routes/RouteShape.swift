/// The form of a route's URLs, segment by segment, for people who type them.
@_spi(Host) public struct RouteShape: Sendable {
    /// One segment of a path.
    public struct Segment: Sendable, Hashable {
        private let element: PatternElement

        init(_ element: PatternElement) { self.element = element }

        /// The text of a literal segment.
        public var literal: String? { if case .literal(let text) = element { text } else { nil } }

        /// Whether the element is the rest of the path.
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
            case .parameter(let parameter): parameter.accepts(text)
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
    public let verb: Request.Verb
    /// The segments of each way through its optional groups; a web host is the first one.
    public let ways: [[Segment]]

    init(_ route: Route, _ pattern: RoutePattern) {
        scheme = pattern.scheme
        verb = route.verb
        let host = pattern.host.map { [Segment(.literal($0))] } ?? []
        let forms = pattern.isForAnyHost ? [] : pattern.forms ?? []
        ways = forms.prefix(Self.wayLimit).map { host + $0.map(Segment.init) }
    }
}
