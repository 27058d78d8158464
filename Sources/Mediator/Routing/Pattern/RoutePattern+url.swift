extension RoutePattern {
    /// Returns the URL that the pattern matches with these parameters: the inverse of a match.
    ///
    /// A parameter that the pattern does not name becomes a query item. An optional group whose parameters have no
    /// values is left out. In a wildcard's value, `/` separates segments, and `%2F` stands for a slash within a
    /// segment. Parsing the URL returns the same parameters.
    ///
    /// - Parameters:
    ///   - query: items of the query with any names; they come before the parameters that the pattern does not name.
    ///   - defaultScheme: the scheme if the pattern has none; if it is `nil`, the URL begins with `/`.
    /// - Throws: `URLGenerationError`, which names the parameter with a missing or unsuitable value.
    @_spi(Host) public func url(
        _ parameters: [QueryItem], query: [QueryItem] = [], scheme defaultScheme: String? = "app"
    ) throws(URLGenerationError) -> String {
        let url = try written(parameters, query: query, scheme: defaultScheme)
        guard url.utf8.count <= RouteURL.maximumLength else { throw .tooLong(url) }
        return url
    }

    /// Returns the same URL as `url(_:query:scheme:)`, without checking its length.
    fileprivate func written(
        _ parameters: [QueryItem], query: [QueryItem] = [], scheme defaultScheme: String? = "app"
    ) throws(URLGenerationError) -> String {
        if let error = unwritable { throw URLGenerationError("\(text) is not a pattern: \(error)") }
        var values: [String: String] = [:]
        for item in parameters where parameterNames.contains(item.name) { values[item.name] = item.value }
        let segments = try Self.segments(writtenElements, values: values, pattern: text)
        let query = (query + parameters.filter { values[$0.name] == nil }).map {
            PercentEncoding.query($0.name) + "=" + PercentEncoding.query($0.value)
        }
        let path = segments.joined(separator: "/")
        let question = query.isEmpty ? "" : "?" + query.joined(separator: "&")
        return Self.start(scheme: scheme ?? defaultScheme, host: host) + path + question
    }

    /// The reason why the pattern cannot make URLs.
    var unwritable: RoutePatternError? {
        guard isForAnyHost, !capturesHost, let scheme else { return nil }
        return .anyHost(column: scheme.utf8.count + 4)
    }

    /// The elements for writing a URL; a wildcard that begins with the host may not be empty here.
    private var writtenElements: [PatternElement] {
        capturesHost ? parameterNames.map { .wildcard(name: $0, allowsNone: false) } : elements
    }

    private static func start(scheme: String?, host: String?) -> String {
        guard let scheme else { return "/" }
        return scheme + "://" + (host.map { $0 + "/" } ?? "")
    }

    private static func segments(
        _ elements: [PatternElement], values: [String: String], pattern: String
    ) throws(URLGenerationError) -> [String] {
        var segments: [String] = []
        for element in elements {
            switch element {
            case .literal(let text): segments.append(PercentEncoding.segment(text))
            case .parameter(let parameter):
                segments.append(try segment(parameter, value: values[parameter.name], pattern: pattern))
            case .group(let inner):
                let isGiven = element.parameterNames.contains { values[$0] != nil }
                if isGiven { segments += try Self.segments(inner, values: values, pattern: pattern) }
            case .wildcard(let name, let allowsNone):
                segments += try rest(name, value: values[name] ?? (allowsNone ? "" : nil), allowsNone, pattern)
            }
        }
        return segments
    }

    private static func segment(
        _ parameter: PatternParameter, value: String?, pattern: String
    ) throws(URLGenerationError) -> String {
        guard let value = value?.composed else { throw .missing(parameter.name, pattern) }
        let text = parameter.prefix + value + parameter.suffix
        guard PercentEncoding.isSegment(text), !value.isEmpty else {
            throw .unrepresentable(parameter.name, value)
        }
        if let type = parameter.type, !type.accepts(value) {
            throw URLGenerationError(
                "\"\(value)\" is not of the type \(type.name) of the parameter \"\(parameter.name)\"; correct it",
                at: value)
        }
        // A value that begins with a combining mark would form one character with the text before it.
        guard parameter.accepts(text.composed) else { throw .unrepresentable(parameter.name, value) }
        return PercentEncoding.segment(text)
    }

    private static func rest(
        _ name: String, value: String?, _ allowsNone: Bool, _ pattern: String
    ) throws(URLGenerationError) -> [String] {
        guard let value else { throw .missing(name, pattern) }
        if value.isEmpty, allowsNone { return [] }
        let parts = PercentEncoding.segments(ofRest: value)
        guard parts.allSatisfy(PercentEncoding.isSegment) else { throw .unrepresentable(name, value) }
        return parts.map(PercentEncoding.segment)
    }
}

extension RouteURL {
    /// Creates the URL that a pattern matches with these values; `switchboard routes --swift` writes calls of it.
    ///
    /// ```swift
    /// RouteURL(matching: "/rent/list", ["city": city, "max": maximumRent])
    /// ```
    ///
    /// No route is looked up. The URL is invalid if a value that the pattern needs is missing or unsuitable.
    ///
    /// - Parameters:
    ///   - pattern: a pattern in which all parameter types are built-in; the types of modules are not known here.
    ///   - parameters: values of parameters; a parameter that the pattern does not name becomes a query item.
    ///   - query: items of the query; an item with a parameter's name sets the parameter, unless `parameters` does.
    /// - Complexity: linear in the lengths of pattern and values.
    public init(matching pattern: String, _ parameters: QueryItems = [:], query: QueryItems = [:]) {
        do {
            self.init(try RoutePattern(pattern).written(query.items + parameters.items))
        } catch {
            self.init(pattern + PercentEncoding.unwritable((error as? URLGenerationError)?.value ?? pattern))
        }
    }
}

/// The reason why no URL can be made from a pattern and parameters.
@_spi(Host) public struct URLGenerationError: Error, CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public let description: String
    /// The invalid value, or, if a value is missing, the name of its parameter.
    fileprivate let value: String?

    fileprivate init(_ description: String, at value: String? = nil) {
        (self.description, self.value) = (description, value)
    }

    fileprivate static func missing(_ name: String, _ pattern: String) -> Self {
        Self("\(pattern) needs the parameter \"\(name)\"; give it a value", at: ":" + name)
    }

    fileprivate static func unrepresentable(_ name: String, _ value: String) -> Self {
        Self(
            "\"\(value)\" cannot be the parameter \"\(name)\" of a URL; give a text that is not empty, . or .., "
                + "and has no NUL", at: value)
    }

    fileprivate static func tooLong(_ url: String) -> Self {
        let limit = "the limit is \(RouteURL.maximumLength)"
        return Self("the URL would have \(url.utf8.count) bytes, \(limit); send long data as a body")
    }
}
