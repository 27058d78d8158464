extension RoutePattern {
    /// Returns a phrase that explains why a path does not match. A pattern with optional groups has several forms; the
    /// phrase is about the form that matches the most segments.
    func mismatch(with segments: [String]) -> String {
        var deepest = (depth: 0, reason: "")
        for form in forms {
            guard let stop = Self.stop(of: form, in: segments), stop.depth >= deepest.depth else { continue }
            deepest = stop
        }
        return deepest.reason
    }

    /// Returns the number of matched segments and the reason why the next segment does not match; `nil` if all match.
    private static func stop(of elements: [PatternElement], in segments: [String]) -> (depth: Int, reason: String)? {
        for (depth, element) in elements.enumerated() {
            guard depth < segments.count else {
                return (depth, "the path ends where the pattern has \(element.words)")
            }
            guard element.accepts(segments[depth]) else {
                return (depth, "segment \(depth + 1) is \"\(segments[depth])\", expected \(element.words)")
            }
        }
        guard elements.count < segments.count else { return nil }
        return (elements.count, "the pattern ends before \"\(segments[elements.count])\"")
    }
}

extension PatternElement {
    /// Returns whether a decoded segment matches the element.
    @_spi(Host) public func accepts(_ segment: String) -> Bool {
        switch self {
        case .literal(let text): text == segment
        case .parameter(let parameter): parameter.accepts(segment)
        case .group, .wildcard: true
        }
    }

    /// The element in the syntax of patterns, such as `:id<int>`; empty for a group.
    @_spi(Host) public var label: String {
        switch self {
        case .literal(let text): text
        case .parameter(let parameter): parameter.words
        case .wildcard(let name, let allowsNone): "*\(name)\(allowsNone ? "?" : "")"
        case .group: ""
        }
    }

    /// All texts that match a parameter with listed alternatives; otherwise empty.
    @_spi(Host) public var values: [String] {
        guard case .parameter(let parameter) = self, case .alternatives(let texts)? = parameter.type?.shape else {
            return []
        }
        return texts.map { parameter.prefix + $0 + parameter.suffix }
    }

    var words: String {
        switch self {
        case .literal(let text): "\"\(text)\""
        case .parameter(let parameter) where parameter.suffix.hasPrefix("-"):
            "\(parameter.words), the parameter \(parameter.name) before the text \(parameter.suffix)"
        case .parameter(let parameter): parameter.words
        case .group: "an optional group"
        case .wildcard(let name, _): "the rest as *\(name)"
        }
    }
}

extension PatternParameter {
    var words: String {
        "\(prefix):\(name)" + (type.map { "<\($0.name)>" } ?? "") + suffix
    }
}
