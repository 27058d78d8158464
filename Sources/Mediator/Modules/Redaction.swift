import Synchronization

/// Decides what is shown of a URL, in messages, lists, traces and files: without the values that any pattern names
/// sensitive which was ever known, whether its module runs or not.
///
/// Use it from any thread. Where nothing is sensitive, it costs a lock.
final class Redaction: Sendable {
    private struct State {
        /// The names of sensitive parameters.
        var routes: [RoutePattern: Set<String>] = [:]
        /// What a rewrite hands on to such a parameter is not shown before it either.
        var rewrites: [RoutePattern: InstalledRewrite] = [:]
        /// `nil` since something was learnt, until somebody asks.
        var index: SensitivePatterns?
        /// Gives the registry of now.
        var registry: @Sendable () -> Registry? = { nil }
    }

    private struct SensitivePatterns {
        let patterns: PatternIndex
        /// The names of sensitive parameters, in the order of the patterns.
        let names: [Set<String>]
        let rewrites: RewriteTable
    }

    private let ownHosts: Set<String>
    private let state = Mutex(State())

    /// Knows nothing yet.
    init(ownHosts: Set<String>) { self.ownHosts = ownHosts }

    /// Has the routes of now tell what of a path is their own text, and so no secret.
    func consult(_ registry: @escaping @Sendable () -> Registry?) { state.withLock { $0.registry = registry } }

    /// Learns what a module names sensitive, for ever.
    func learn(_ registration: Registration) {
        let types = registration.types
        learn(registration.routes.map { ($0.pattern, $0.sensitiveParameters) }, types)
        learn(registration.rewrites, of: registration.owner, types)
    }

    /// Learns what a module declares to be sensitive, for ever.
    func learn(_ manifest: Manifest, of module: String) {
        let types = manifest.types.map(\.type)
        learn(manifest.routes.map { ($0.description.pattern, $0.sensitiveParameters) }, types)
        learn(manifest.rewrites.map(\.rewrite), of: module, types)
    }

    /// Learns what modules declare to be sensitive, for ever.
    func learn(_ declarations: Declarations) {
        for table in [declarations.routes, declarations.fallbacks] {
            for (number, row) in table.rows.enumerated() where !row.sensitiveParameters.isEmpty {
                learn(table.index.pattern(number).pattern, row.sensitiveParameters)
            }
        }
    }

    /// Learns where rewrites lead to.
    func learn(_ rewrites: [InstalledRewrite]) {
        guard !rewrites.isEmpty else { return }
        state.withLock { state in
            for rewrite in rewrites { state.rewrites[rewrite.pattern] = rewrite }
            state.index = nil
        }
    }

    private func learn(_ routes: [(pattern: String, names: Set<String>)], _ types: [ParameterType]) {
        for (pattern, names) in routes where !names.isEmpty {
            // One that cannot be read is registered nowhere.
            if let pattern = try? RoutePattern(pattern, types: types) { learn(pattern, names) }
        }
    }

    private func learn(_ rewrites: [Rewrite], of module: String, _ types: [ParameterType]) {
        learn(rewrites.compactMap { try? InstalledRewrite($0, owner: module, types: types) })
    }

    private func learn(_ pattern: RoutePattern, _ names: Set<String>) {
        state.withLock { state in
            guard !names.isSubset(of: state.routes[pattern] ?? []) else { return }
            state.routes[pattern, default: []].formUnion(names)
            state.index = nil
        }
    }

    /// Whether nothing is sensitive.
    var isEmpty: Bool { state.withLock(\.routes.isEmpty) }

    /// What is not to be shown of a URL, nor of those that rewrites lead it to.
    func urlRedaction(of url: RouteURL) -> URLRedaction {
        var urlRedaction = URLRedaction()
        guard let index else { return urlRedaction }
        var next: RouteURL? = url
        for _ in 0...RequestLimits.redirects {
            guard let url = next else { break }
            let matches = index.patterns.candidates(url)
            let captures = matches.isEmpty ? [] : state.withLock(\.registry)()?.captures(of: url) ?? []
            for match in matches {
                let parameters = match.parameters.filter { $0.isPart(ofEach: captures) }
                urlRedaction.add(index.names[match.number], parameters + url.query)
            }
            next = index.rewrites.match(url).flatMap { try? RouteURL(try $0.target(of: $1, url: url)) }
        }
        return urlRedaction
    }

    private var index: SensitivePatterns? {
        state.withLock { state in
            if state.routes.isEmpty { return nil }
            if let index = state.index { return index }
            let rows = Array(state.routes)
            let index = SensitivePatterns(
                patterns: PatternIndex(rows.map { IndexedPattern($0.key) }, ownHosts: ownHosts),
                names: rows.map(\.value), rewrites: RewriteTable(Array(state.rewrites.values), ownHosts: ownHosts))
            state.index = index
            return index
        }
    }
}

extension Redaction {
    /// What is not to be shown of URLs to which those lead that are given.
    func values(in urls: [String]) -> Set<Substring> {
        isEmpty ? [] : Set(urls.flatMap { Self.parsed($0).map(urlRedaction)?.values ?? [] })
    }

    /// A URL for messages, lists and traces; a text that is none may still be meant as one.
    ///
    /// - Parameter earlier: what was not to be shown of the URLs that led to it.
    func shown(_ text: String, hiding earlier: Set<Substring> = []) -> String {
        if isEmpty { return text }
        guard let url = Self.parsed(text) else {
            return earlier.contains(where: text.contains) ? URLRedaction.mark : text
        }
        var urlRedaction = urlRedaction(of: url)
        urlRedaction.earlier = earlier
        let shown = urlRedaction.shown(url)
        if shown == url.text {
            let isSentence = text.contains(where: Self.isBorder) && (try? RouteURL(text)) == nil
            return isSentence ? redactedPieces(text) : text
        }
        return shown.hasPrefix("/") && !text.hasPrefix("/") ? String(shown.dropFirst()) : shown
    }

    /// A sentence, or a line of a shell, with each URL in it as it may be shown.
    func redacted(_ text: String) -> String {
        if isEmpty { return text }
        let whole = shown(text)
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
            shownText += shown(within: piece)
        }
        return shownText + rest
    }

    /// A piece of text between blanks or quotation marks, which may be a URL behind the name of an option.
    private func shown(within piece: Substring) -> String {
        let start = piece.firstIndex { $0 == "/" || $0 == ":" || $0 == "?" } ?? piece.endIndex
        let url = piece[..<start].lastIndex(of: "=").map { piece[$0...].dropFirst() } ?? piece
        let marks = url.reversed().prefix { $0 == "." }.count
        return piece[..<url.startIndex] + shown(String(url.dropLast(marks))) + url.suffix(marks)
    }

    private static func isBorder(_ character: Character) -> Bool {
        character.isWhitespace || "\"'`<>()[]{}|,;".contains(character)
    }

    /// The URL that a text is, or is meant to be: one that cannot be read is repaired, since what it holds is as sensitive.
    private static func parsed(_ text: String) -> RouteURL? {
        if let url = try? RouteURL(text) { return url }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }) else { return nil }
        // Each byte may become three.
        let bytes = text.utf8.prefix(RouteURL.maximumLength / 3 - 1)
        for isASCII in [false, true] {
            let repaired = PercentEncoding.repaired(bytes, isASCII: isASCII)
            // Without a scheme, it is meant as a path.
            if let url = (try? RouteURL(repaired)) ?? (try? RouteURL("/" + repaired)) { return url }
        }
        return nil
    }
}

extension Registry {
    /// What the best route captures of a URL; none where there is no route for it.
    fileprivate func captures(of url: RouteURL) -> [[QueryItem]] {
        (routes.match(url) ?? fallbacks.match(url)).map { [$0.captures] } ?? []
    }
}

extension QueryItem {
    /// Whether the value is no text of a pattern, by what each of some patterns captures.
    fileprivate func isPart(ofEach captures: [[QueryItem]]) -> Bool {
        captures.allSatisfy { $0.contains { $0.value.contains(value) || value.contains($0.value) } }
    }
}
