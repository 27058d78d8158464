import Synchronization

/// The redaction of URLs in messages, lists, traces and files.
///
/// The redaction replaces the values of all parameters that any module ever declared sensitive, even if the module does
/// not run any more. It is safe to use from any thread. Without sensitive patterns, it costs only a lock.
final class Redaction: Sendable {
    private struct State {
        /// The names of the sensitive parameters of each pattern.
        var routes: [RoutePattern: Set<String>] = [:]
        /// The rewrites. If a rewrite copies a value to a sensitive parameter, the value is also redacted in the old
        /// URL.
        var rewrites: [RoutePattern: InstalledRewrite] = [:]
        /// The sensitive patterns, their parameters' names, and the rewrites; built at the first use after a change.
        var index: (patterns: PatternIndex, names: [Set<String>], rewrites: RewriteTable)?
        var registry: @Sendable () -> Registry? = { nil }
    }

    private let ownHosts: Set<String>
    private let state = Mutex(State())
    /// The bits of the first segments of sensitive patterns and of rewrites; see `mayHide`.
    private let firstSegments = Atomic<UInt64>(0)

    init(ownHosts: Set<String>) { self.ownHosts = ownHosts }

    /// Sets the closure that returns the registry. The registry's routes show which parts of a path are literal text.
    /// Literal text is never secret.
    func consult(_ registry: @escaping @Sendable () -> Registry?) { state.withLock { $0.registry = registry } }

    /// Adds the sensitive declarations of a module permanently.
    func learn(_ registration: Registration) {
        for route in registration.routes where !route.sensitiveParameters.isEmpty {
            // An invalid pattern is never registered.
            if let pattern = try? RoutePattern(route.pattern, types: registration.types) {
                learn(pattern, route.sensitiveParameters)
            }
        }
        let rewrites = registration.installedRewrites
        guard !rewrites.isEmpty else { return }
        for rewrite in rewrites { note(rewrite.pattern) }
        state.withLock { state in
            for rewrite in rewrites { state.rewrites[rewrite.pattern] = rewrite }
            state.index = nil
        }
    }

    /// Adds the names of sensitive parameters for a pattern permanently.
    func learn(_ pattern: RoutePattern, _ names: Set<String>) {
        note(pattern)
        state.withLock { state in
            guard !names.isSubset(of: state.routes[pattern] ?? []) else { return }
            state.routes[pattern, default: []].formUnion(names)
            state.index = nil
        }
    }

    private func note(_ pattern: RoutePattern) {
        firstSegments.bitwiseOr(pattern.firstSegmentBits, ordering: .releasing)
    }

    /// Returns whether a URL may contain a sensitive value. Takes no lock. May also return `true` for a URL without a
    /// sensitive value.
    @inline(__always) func mayHide(_ firstSegmentBits: () -> UInt64) -> Bool {
        let first = firstSegments.load(ordering: .acquiring)
        return first != 0 && first & firstSegmentBits() != 0
    }

    func mayHide(_ url: RouteURL) -> Bool { mayHide { url.firstSegmentBits } }

    var isEmpty: Bool { state.withLock { $0.routes.isEmpty } }

    /// Returns the redaction for a URL and for the URLs that rewrites make from the URL.
    func urlRedaction(of url: RouteURL) -> URLRedaction {
        var urlRedaction = URLRedaction()
        let found = state.withLock { state in
            if state.index == nil { freeze(&state) }
            return state.index
        }
        guard let index = found else { return urlRedaction }
        var next: RouteURL? = url
        for _ in 0...RequestLimits.redirects {
            guard let url = next else { break }
            let matches = index.patterns.matches(url)
            let registry = matches.isEmpty ? nil : state.withLock { $0.registry }()
            let route = registry.flatMap { $0.routes.bestCandidate(for: url) ?? $0.fallbacks.bestCandidate(for: url) }
            for match in matches {
                let parameters = match.parameters.filter { $0.isPart(of: route?.captures) }
                urlRedaction.add(index.names[match.number], parameters + url.query)
            }
            next = index.rewrites.rewrite(for: url).flatMap { try? RouteURL(parsing: try $0.written($1, of: url)) }
        }
        return urlRedaction
    }

    private func freeze(_ state: inout State) {
        if state.routes.isEmpty { return }
        let routes = Array(state.routes)
        state.index = (
            PatternIndex(routes.map { IndexedPattern($0.key) }, ownHosts: ownHosts), routes.map(\.value),
            RewriteTable(Array(state.rewrites.values), ownHosts: ownHosts)
        )
    }
}

extension Redaction {
    /// Returns the names and values of the sensitive parameters in some URLs.
    func sensitive(in urls: [String]) -> (names: Set<String>, values: Set<Substring>) {
        let found = isEmpty ? [] : urls.compactMap { Self.parsed($0).map(urlRedaction) }
        return (Set(found.flatMap(\.names)), Set(found.flatMap(\.values)))
    }

    /// Redacts each URL in a text, and the given values wherever they occur. A value of fewer than four characters is
    /// redacted only if it is the whole text, because a short value may occur by chance.
    func redacted(_ text: String, hiding values: Set<Substring>) -> String {
        if isEmpty { return text }
        return values.reduce(redacted(text)) { text, value in
            value.count < 4
                ? text == value ? URLRedaction.mark : text : text.replacing(value, with: URLRedaction.mark)
        }
    }

    /// Redacts a URL, or a text that was meant as a URL. Also hides `earlier`: values of URLs that led to this URL.
    func redactedURL(_ text: String, hiding earlier: Set<Substring> = []) -> String {
        if isEmpty { return text }
        guard let url = Self.parsed(text) else {
            return earlier.contains(where: text.contains) ? URLRedaction.mark : text
        }
        var urlRedaction = urlRedaction(of: url)
        urlRedaction.earlier = earlier
        let shown = urlRedaction.shown(url)
        if shown == url.text {
            // The check of each character is as expensive as the rest of a request, so valid URLs skip it.
            let isSentence = !RouteURL(text).isValid && text.contains(where: Self.isBorder)
            return isSentence ? redactedPieces(text) : text
        }
        return shown.hasPrefix("/") && !text.hasPrefix("/") ? String(shown.dropFirst()) : shown
    }

    /// Redacts each URL in a text or in a line of a shell.
    func redacted(_ text: String) -> String {
        // A text without these characters contains no URL.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }), !isEmpty else {
            return text
        }
        let whole = redactedURL(text)
        return whole == text ? redactedPieces(text) : whole
    }

    private func redactedPieces(_ text: String) -> String {
        var shownText = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { !Self.isBorder($0) }) {
            shownText += rest[..<start]
            rest = rest[start...]
            let piece = rest.prefix { !Self.isBorder($0) }
            rest = rest[piece.endIndex...]
            shownText += redacted(within: piece)
        }
        return shownText + rest
    }

    /// Redacts a piece of text without separators: a URL, or an option's name with a URL as its value.
    private func redacted(within piece: Substring) -> String {
        let start = piece.firstIndex { $0 == "/" || $0 == ":" || $0 == "?" } ?? piece.endIndex
        let url = piece[..<start].lastIndex(of: "=").map { piece[$0...].dropFirst() } ?? piece
        let marks = url.reversed().prefix { $0 == "." }.count
        return piece[..<url.startIndex] + redactedURL(String(url.dropLast(marks))) + url.suffix(marks)
    }

    /// Hides the values after sensitive names in a part of a shell line, even in a mistyped URL that no pattern
    /// matches.
    func hidingNamedValues(in word: String) -> String {
        if isEmpty { return word }
        let names = state.withLock { Set($0.routes.values.joined()) }
        var shown = ""
        var rest = word[...]
        while !rest.isEmpty {
            let piece = rest.prefix { !"?&#;,{".contains($0) }
            let key = piece.prefix { $0 != "=" && $0 != ":" }
            let isHidden = key.endIndex < piece.endIndex && names.contains(Self.name(key))
            shown += isHidden ? key + "=" + URLRedaction.mark : piece
            rest = isHidden ? rest.drop { $0 != "&" && $0 != "#" } : rest[piece.endIndex...]
            if let separator = rest.popFirst() { shown.append(separator) }
        }
        return shown
    }

    /// Returns the name that a key means, such as `password` for `password[]`.
    private static func name(_ key: Substring) -> String {
        PercentEncoding.decoded(key).prefix { $0 != "[" }.filter { !"\"'\\ ".contains($0) }
    }

    private static func isBorder(_ character: Character) -> Bool {
        character.isWhitespace || "\"'`<>()[]{}|,;".contains(character)
    }

    /// Parses a text as a URL; an invalid URL is repaired, because it may contain the same sensitive values.
    static func parsed(_ text: String) -> RouteURL? {
        if let url = try? RouteURL(parsing: text) { return url }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }) else { return nil }
        // The repair may replace each byte by three.
        let bytes = text.utf8.prefix(RouteURL.maximumLength / 3 - 1)
        for isASCII in [false, true] {
            let repaired = PercentEncoding.repaired(bytes, isASCII: isASCII)
            // A text without a scheme is taken as a path.
            if let url = (try? RouteURL(parsing: repaired)) ?? (try? RouteURL(parsing: "/" + repaired)) { return url }
        }
        return nil
    }
}

extension QueryItem {
    /// Returns whether the value belongs to a parameter of the route, and not to literal text; `true` without a route.
    fileprivate func isPart(of captures: [QueryItem]?) -> Bool {
        captures?.contains { $0.plainText.contains(plainText) || plainText.contains($0.plainText) } ?? true
    }

    /// The value as the text of a path; the escapes in the value of a wildcard are decoded.
    private var plainText: String { PercentEncoding.segments(ofRest: value).joined(separator: "/") }
}
