@_spi(Host) import ModuleKit

/// The segments of all routes as a tree, for the completion of URLs.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        /// The places of the nodes behind literal segments, in the order of these.
        var literals: [(text: String, node: Int)] = []
        var others: [(segment: PatternElement, node: Int)] = []
        /// The verbs of the routes that end here, and of those below.
        var (ends, below): (Set<Request.Verb>, Set<Request.Verb>) = ([], [])
    }

    /// The scheme of URLs without one in their patterns.
    private static let anyScheme = "app"
    /// The maximum number of ways through the optional groups of one pattern.
    private static let wayLimit = 16

    private var nodes: [Node] = []
    /// The first nodes of the schemes.
    private var roots: [String: Int] = [:]

    /// Creates the tree of some routes, in time linear in their segments.
    init(_ routes: [(verb: Request.Verb, pattern: RoutePattern)] = []) {
        // Equal segments are found by their texts until the tree is complete.
        var places: [Step: Int] = [:]
        for (verb, pattern) in routes {
            let scheme = pattern.scheme ?? Self.anyScheme
            let root = roots[scheme] ?? append(Node())
            roots[scheme] = root
            for way in Self.ways(pattern) { add(way, verb, from: root, &places) }
        }
        for place in nodes.indices { nodes[place].literals.sort { $0.text < $1.text } }
    }

    private struct Step: Hashable {
        let node: Int
        let segment: PatternElement
    }

    /// Returns the segments of each way through a pattern's optional groups; a web host is the first one.
    private static func ways(_ pattern: RoutePattern) -> [[PatternElement]] {
        let host = pattern.host.map { [PatternElement.literal($0)] } ?? []
        let forms = pattern.isForAnyHost ? [] : pattern.forms ?? []
        return forms.prefix(wayLimit).map { host + $0 }
    }

    private mutating func append(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func add(
        _ way: [PatternElement], _ verb: Request.Verb, from root: Int, _ places: inout [Step: Int]
    ) {
        var place = root
        for segment in way {
            nodes[place].below.insert(verb)
            let step = Step(node: place, segment: segment)
            let next = places[step] ?? append(Node())
            if places.updateValue(next, forKey: step) == nil {
                if case .literal(let text) = segment {
                    nodes[place].literals.append((text, next))
                } else {
                    nodes[place].others.append((segment, next))
                }
            }
            place = next
        }
        nodes[place].ends.insert(verb)
    }
}

extension RouteTree {
    /// Returns the completions of a URL whose last segment is not complete.
    ///
    /// - Parameters:
    ///   - verbs: the verbs of the wanted routes.
    ///   - limit: the maximum number of segments of each kind.
    func choices(for url: String, _ verbs: Set<Request.Verb>, limit: Int = .max) -> [LineCompletion.Choice] {
        guard let (places, head, last) = walk(url) else {
            return roots.keys.sorted().map { $0 + "://" }.filter { $0.hasPrefix(url) }.map {
                LineCompletion.Choice(text: $0, label: $0, isWhole: false)
            }
        }
        var found: [LineCompletion.Choice] = []
        for place in places {
            let node = nodes[place]
            let literals = literals(of: node, from: last).lazy.filter { leads($0.node, to: verbs) }
            for (text, next) in literals.prefix(limit) {
                found += choice(text, nodes[next], verbs, behind: head, isTyped: text == last)
            }
            for (segment, next) in node.others where leads(next, to: verbs) {
                for value in segment.values where value.hasPrefix(last) {
                    found += choice(value, nodes[next], verbs, behind: head, isTyped: value == last)
                }
                let isOwn = segment.values.isEmpty && (last.isEmpty || segment.accepts(last))
                if isOwn { found.append(LineCompletion.Choice(text: nil, label: segment.label)) }
            }
        }
        // A beginning of a known word means that word, and no value of a parameter.
        if !last.isEmpty, found.contains(where: { $0.text != nil }) { found.removeAll { $0.text == nil } }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.label).inserted }
    }

    /// Returns a URL to open for a word that is the first part of routes; `nil` for another word.
    func url(beginningWith word: String) -> String? {
        let url = Self.anyScheme + "://" + word
        let found = choices(for: url, [.open]).compactMap(\.text)
        guard !found.contains(url) else { return url }
        guard found.contains(url + "/") else { return nil }
        let below = choices(for: url + "/", [.open]).compactMap(\.text)
        return below.first { !$0.hasSuffix("/") } ?? url
    }

    /// Returns the nodes before the last segment, the text before it, and the text of the segment itself.
    private func walk(_ url: String) -> (places: [Int], head: String, last: String)? {
        guard let start = url.firstRange(of: url.hasPrefix("/") ? "/" : "://")?.upperBound else { return nil }
        let scheme = url.hasPrefix("/") ? Self.anyScheme : url[..<start].dropLast(3).lowercased()
        let isWeb = ["http", "https"].contains(scheme)
        var places = [roots[scheme], isWeb || scheme == Self.anyScheme ? nil : roots[Self.anyScheme]].compactMap(\.self)
        let segments = url[start...].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for segment in segments.dropLast().map({ PercentEncoding.decoded($0) }) {
            places = places.flatMap { next(from: $0, by: segment) }
        }
        let last = segments.last ?? ""
        return (places, String(url.dropLast(last.count)), PercentEncoding.decoded(last))
    }

    private func leads(_ place: Int, to verbs: Set<Request.Verb>) -> Bool {
        !nodes[place].ends.isDisjoint(with: verbs) || !nodes[place].below.isDisjoint(with: verbs)
    }

    private func next(from place: Int, by segment: String) -> [Int] {
        let node = nodes[place]
        let literal = literals(of: node, from: segment).first.flatMap { $0.text == segment ? [$0.node] : nil } ?? []
        let others = node.others.filter { other, _ in
            if case .wildcard = other { false } else { other.accepts(segment) }
        }
        return literal + others.map(\.node)
    }

    /// Returns the literal segments with a beginning.
    private func literals(of node: Node, from beginning: String) -> ArraySlice<(text: String, node: Int)> {
        var (low, high) = (0, node.literals.count)
        while low < high {
            let middle = (low + high) / 2
            if node.literals[middle].text < beginning { low = middle + 1 } else { high = middle }
        }
        return node.literals[low...].prefix { $0.text.hasPrefix(beginning) }
    }

    private func choice(
        _ text: String, _ node: Node, _ verbs: Set<Request.Verb>, behind head: String, isTyped: Bool
    ) -> [LineCompletion.Choice] {
        let (ends, goesOn) = (!node.ends.isDisjoint(with: verbs), !node.below.isDisjoint(with: verbs))
        var choices: [LineCompletion.Choice] = []
        let url = head + PercentEncoding.legible(text)
        // If a route ends here and others go on, the slash is a choice only when the segment is complete.
        if ends { choices.append(LineCompletion.Choice(text: url, label: text, isWhole: !goesOn)) }
        if goesOn, !ends || isTyped {
            choices.append(LineCompletion.Choice(text: url + "/", label: text + "/", isWhole: false))
        }
        return choices
    }
}
