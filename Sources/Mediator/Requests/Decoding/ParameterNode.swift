/// A node in the tree of a request's parameters: the values of one name, and the names below it.
struct ParameterNode: Sendable {
    /// A single value, with its source.
    enum Leaf: Sendable {
        /// A text of the path or query.
        case text(String)
        /// A value of the body.
        case json(JSONValue)
    }

    /// The maximum number of levels into which the dots of a query name split it.
    static let depthLimit = 32

    /// The parameters of the path, at the root.
    private(set) var path: [QueryItem] = []
    /// The texts of path or query, in their written order; empty if the body has a value.
    private(set) var texts: [String] = []
    /// The body's value, which may be an object.
    private(set) var json: JSONValue?
    /// The query name of this node with brackets, such as `tag[]`; a name with brackets provides no value.
    private(set) var bracketedName: String?
    private var children: [String: ParameterNode] = [:]
    /// The items below this node, instead of `children`, if they are few and no name has dots or brackets.
    private var few: FewParameters?

    init(texts: [String] = []) { self.texts = texts }

    init(json: JSONValue) { merge(json) }

    /// The value for a type that expects a single value.
    var value: Leaf? { json.map(Leaf.json) ?? texts.last.map(Leaf.text) }

    var isNull: Bool { json == .null }

    /// Whether the request has no value at this node or below it.
    var isEmpty: Bool { json == nil && texts.isEmpty && !hasChildren }

    var hasChildren: Bool { !children.isEmpty || few != nil }

    /// The names directly below this node, sorted, so that the order of faults is always the same.
    var names: [String] {
        if let few { return few.names }
        // A node that exists only because of a name with brackets has no value.
        return children.filter { !$0.value.isEmpty || $0.value.bracketedName == nil }.keys.sorted()
    }

    /// Returns the value of a name below this node, for a type that expects a single value.
    func value(of name: String) -> Leaf? {
        if let few { return few.text(of: name).map(Leaf.text) }
        return child(name)?.value
    }

    /// Returns the node of a name below this node. If no node has the whole name, the name is split at its dots.
    func child(_ name: String) -> ParameterNode? {
        if let few {
            let texts = few.texts(of: name)
            return texts.isEmpty ? nil : ParameterNode(texts: texts)
        }
        if let child = children[name] { return child }
        guard let levels = Self.levels(of: name) else { return nil }
        return levels.reduce(self) { node, level in node?.children[String(level)] }
    }

    mutating func add(_ item: QueryItem) {
        let name = item.name.prefix { $0 != "[" }
        if name.endIndex < item.name.endIndex, !name.isEmpty {
            children[String(name), default: ParameterNode()].bracketedName = item.name
        }
        if let levels = Self.levels(of: item.name) {
            add(item.value, at: levels[...])
        } else {
            children[item.name, default: ParameterNode()].texts.append(item.value)
        }
    }

    /// Replaces the value of the query or body with a parameter of the path.
    mutating func replace(_ item: QueryItem) { children[item.name] = ParameterNode(texts: [item.value]) }

    /// Replaces the values of the query with a value of the body; an object replaces them name by name.
    mutating func merge(_ json: JSONValue) {
        (texts, bracketedName) = ([], nil)
        self.json = json
        if case .object(let members) = json {
            for (name, member) in members { children[name, default: ParameterNode()].merge(member) }
        } else {
            children = [:]
        }
    }

    /// Replaces the value at the end of a path of names with a text.
    mutating func put(_ text: String, at names: ArraySlice<Substring>) {
        guard let name = names.first else { return self = ParameterNode(texts: [text]) }
        // A value that is not an object has no names below it, so it is removed.
        if case .object? = json {} else { (json, texts) = (nil, []) }
        children[String(name), default: ParameterNode()].put(text, at: names.dropFirst())
    }

    private mutating func add(_ text: String, at levels: ArraySlice<Substring>) {
        if let first = levels.first {
            children[String(first), default: ParameterNode()].add(text, at: levels.dropFirst())
        } else {
            texts.append(text)
        }
    }

    /// Returns the levels of a name with dots; `nil` for a name that is not split.
    private static func levels(of name: String) -> [Substring]? {
        guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let levels = name.split(separator: ".", maxSplits: depthLimit, omittingEmptySubsequences: false)
        return levels.count <= depthLimit && levels.allSatisfy { !$0.isEmpty } ? levels : nil
    }

    /// Creates the tree of a request; for equal names, the precedence is path, body, query.
    init(path: [QueryItem], query: [QueryItem], body: Payload?) throws(PayloadError) {
        self.init()
        self.path = path
        if body == nil, let few = FewParameters(path: path, query: query) {
            self.few = few
            return
        }
        for item in query { add(item) }
        // A body that is not an object is for a type without names, and replaces all query items.
        if let body { merge(try body.tree()) }
        for item in path { replace(item) }
    }
}

/// The items of path and query, if they are so few that a search is cheaper than a tree.
private struct FewParameters: Sendable {
    private static let limit = 8

    private let path: [QueryItem]
    private let query: [QueryItem]

    /// Fails if there are no items, if there are too many, or if a query name has dots or brackets.
    init?(path: [QueryItem], query: [QueryItem]) {
        guard 1...Self.limit ~= path.count + query.count,
            query.allSatisfy({ !$0.name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } })
        else { return nil }
        self.path = path
        self.query = query
    }

    var names: [String] { Set((path + query).map(\.name)).sorted() }

    /// Returns the text for a single value: the path's text, or the last text in the query.
    func text(of name: String) -> String? { (path.last { $0.name == name } ?? query.last { $0.name == name })?.value }

    /// Returns the texts of a name: the path's text, or the query's texts in their written order.
    func texts(of name: String) -> [String] {
        if let item = path.last(where: { $0.name == name }) { return [item.value] }
        return query.filter { $0.name == name }.map(\.value)
    }
}
