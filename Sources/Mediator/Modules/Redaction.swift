import Synchronization

/// The redaction of URLs in messages, lists, traces and files: it removes the values that any pattern ever known
/// declares sensitive, whether its module runs or not.
///
/// Use it from any thread. Without sensitive patterns, it costs a lock.
final class Redaction: Sendable {
    private struct State {
        /// The names of sensitive parameters.
        var routes: [RoutePattern: Set<String>] = [:]
        /// The rewrites, since a value that one passes on to such a parameter is not shown before the rewrite either.
        var rewrites: [RoutePattern: InstalledRewrite] = [:]
        /// The sensitive patterns, their parameters' names, and the rewrites; `nil` from a declaration to the next use.
        var index: (patterns: PatternIndex, names: [Set<String>], rewrites: RewriteTable)?
        var registry: @Sendable () -> Registry? = { nil }
    }

    private let ownHosts: Set<String>
    private let state = Mutex(State())
    /// The first segments of sensitive patterns; see `mayHide`.
    private let firstSegments = Atomic<UInt64>(0)

    init(ownHosts: Set<String>) { self.ownHosts = ownHosts }

    /// Sets the source of the registry whose routes tell the literal text of a path, which is not secret.
    func consult(_ registry: @escaping @Sendable () -> Registry?) { state.withLock { $0.registry = registry } }

    /// Adds the sensitive declarations of a module, permanently.
    func learn(_ registration: Registration) {
        for route in registration.routes where !route.sensitiveParameters.isEmpty {
            // A pattern that is invalid is never registered.
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

    /// Adds the names of sensitive parameters for a pattern, permanently.
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

    /// Returns whether a URL may hold a sensitive value; takes no lock, and is true for some URLs that hold none.
    @inline(__always) func mayHide(_ firstSegmentBits: () -> UInt64) -> Bool {
        let first = firstSegments.load(ordering: .acquiring)
        return first != 0 && first & firstSegmentBits() != 0
    }

    func mayHide(_ url: RouteURL) -> Bool { mayHide { url.firstSegmentBits } }

    var isEmpty: Bool { state.withLock { $0.routes.isEmpty } }

    /// Returns the redaction of a URL and of those that rewrites make of it.
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
    /// Returns the names and values of the sensitive parameters of some URLs.
    func sensitive(in urls: [String]) -> (names: Set<String>, values: Set<Substring>) {
        let found = isEmpty ? [] : urls.compactMap { Self.parsed($0).map(urlRedaction) }
        return (Set(found.flatMap(\.names)), Set(found.flatMap(\.values)))
    }

    /// Returns a sentence with each URL in it redacted, and without some values; a short value is hidden only if it is
    /// the whole text, since it may be there by chance.
    func redacted(_ text: String, hiding values: Set<Substring>) -> String {
        if isEmpty { return text }
        return values.reduce(redacted(text)) { text, value in
            value.count < 4
                ? text == value ? URLRedaction.mark : text : text.replacing(value, with: URLRedaction.mark)
        }
    }

    /// Returns a URL, or a text meant as one, for messages, lists and traces, without the values of earlier URLs.
    func redactedURL(_ text: String, hiding earlier: Set<Substring> = []) -> String {
        if isEmpty { return text }
        guard let url = Self.parsed(text) else {
            return earlier.contains(where: text.contains) ? URLRedaction.mark : text
        }
        var urlRedaction = urlRedaction(of: url)
        urlRedaction.earlier = earlier
        let shown = urlRedaction.shown(url)
        if shown == url.text {
            // A look at each character costs as much as the rest of a request.
            let isSentence = !RouteURL(text).isValid && text.contains(where: Self.isBorder)
            return isSentence ? redactedPieces(text) : text
        }
        return shown.hasPrefix("/") && !text.hasPrefix("/") ? String(shown.dropFirst()) : shown
    }

    /// Returns a sentence, or a line of a shell, with each URL in it redacted.
    func redacted(_ text: String) -> String {
        // Nothing else is a URL, or is meant as one.
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

    /// Returns a redacted piece of text between blanks or quotation marks; it may be a URL after an option's name.
    private func redacted(within piece: Substring) -> String {
        let start = piece.firstIndex { $0 == "/" || $0 == ":" || $0 == "?" } ?? piece.endIndex
        let url = piece[..<start].lastIndex(of: "=").map { piece[$0...].dropFirst() } ?? piece
        let marks = url.reversed().prefix { $0 == "." }.count
        return piece[..<url.startIndex] + redactedURL(String(url.dropLast(marks))) + url.suffix(marks)
    }

    /// Returns a word of a shell's line without what it gives to a sensitive name: a mistyped URL has no pattern.
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

    /// Returns the URL that a text is, or is meant to be: an invalid one is repaired, since it is as sensitive.
    static func parsed(_ text: String) -> RouteURL? {
        if let url = try? RouteURL(parsing: text) { return url }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }) else { return nil }
        // Each byte may become three.
        let bytes = text.utf8.prefix(RouteURL.maximumLength / 3 - 1)
        for isASCII in [false, true] {
            let repaired = PercentEncoding.repaired(bytes, isASCII: isASCII)
            // Without a scheme, the text is meant as a path.
            if let url = (try? RouteURL(parsing: repaired)) ?? (try? RouteURL(parsing: "/" + repaired)) { return url }
        }
        return nil
    }
}

extension QueryItem {
    /// Returns whether a route captures the value in a parameter, and does not spell it out; `true` without a route.
    fileprivate func isPart(of captures: [QueryItem]?) -> Bool {
        captures?.contains { $0.plainText.contains(plainText) || plainText.contains($0.plainText) } ?? true
    }

    /// The value as text of a segment, and not of a wildcard.
    private var plainText: String { PercentEncoding.segments(ofRest: value).joined(separator: "/") }
}
