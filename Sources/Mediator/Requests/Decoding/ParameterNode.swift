/// The values of a request for one name, and for the names below it: a tree of all its parameters.
struct ParameterNode: Sendable {
    /// The source of a single value.
    enum Leaf: Sendable {
        /// A text of the path or query.
        case text(String)
        /// A value of the body.
        case json(JSONValue)
    }

    /// The greatest number of levels into which the dots of a query's name split it.
    static let depthLimit = 32

    /// The parameters of the path, at the root.
    private(set) var path: [QueryItem] = []
    /// The texts of path or query, in their written order; empty if the body has a value.
    private(set) var texts: [String] = []
    /// The body's value, an object too.
    private(set) var json: JSONValue?
    /// A name of the query with brackets after the name of this node, such as `tag[]`, which gives no value.
    private(set) var bracketedName: String?
    private var children: [String: ParameterNode] = [:]
    /// The names below, in place of `children`, where they are few and none is taken apart.
    private var few: FewParameters?

    init(texts: [String] = []) { self.texts = texts }

    init(json: JSONValue) { merge(json) }

    /// The value for a place that wants one value.
    var value: Leaf? { json.map(Leaf.json) ?? texts.last.map(Leaf.text) }

    var isNull: Bool { json == .null }

    /// Whether the request gives nothing at all.
    var isEmpty: Bool { json == nil && texts.isEmpty && !hasChildren }

    var hasChildren: Bool { !children.isEmpty || few != nil }

    /// The names directly below, sorted, so that the order of faults is the same each time.
    var names: [String] {
        if let few { return few.names }
        // A name that only has brackets behind it gives no value.
        return children.filter { !$0.value.isEmpty || $0.value.bracketedName == nil }.keys.sorted()
    }

    /// The value that is meant of a name below.
    func value(of name: String) -> Leaf? {
        if let few { return few.text(of: name).map(Leaf.text) }
        return child(name)?.value
    }

    /// Returns the node of a name below; dots in the name lead further down if no node has the whole name.
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

    /// Replaces the value of query or body by a parameter of the path.
    mutating func replace(_ item: QueryItem) { children[item.name] = ParameterNode(texts: [item.value]) }

    /// Replaces the values of the query by a value of the body; an object does so name by name.
    mutating func merge(_ json: JSONValue) {
        (texts, bracketedName) = ([], nil)
        self.json = json
        if case .object(let members) = json {
            for (name, member) in members { children[name, default: ParameterNode()].merge(member) }
        } else {
            children = [:]
        }
    }

    /// Puts a text in place of the value at the end of some names.
    mutating func put(_ text: String, at names: ArraySlice<Substring>) {
        guard let name = names.first else { return self = ParameterNode(texts: [text]) }
        // A value without names makes room for one with names.
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

    /// Returns the parts of a name with dots, or `nil` for a name that is not split.
    private static func levels(of name: String) -> [Substring]? {
        guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let levels = name.split(separator: ".", maxSplits: depthLimit, omittingEmptySubsequences: false)
        return levels.count <= depthLimit && levels.allSatisfy { !$0.isEmpty } ? levels : nil
    }

    /// Creates the tree of a request: path over body over query if names clash.
    init(path: [QueryItem], query: [QueryItem], body: Payload?) throws(PayloadError) {
        self.init()
        self.path = path
        if body == nil, let few = FewParameters(path: path, query: query) {
            self.few = few
            return
        }
        for item in query { add(item) }
        // A body without names is for a type without names, and leaves no item of the query.
        if let body { merge(try body.tree()) }
        for item in path { replace(item) }
    }
}

/// The items of path and query where they are so few that looking at all of them costs less than a tree.
private struct FewParameters: Sendable {
    private static let limit = 8

    private let path: [QueryItem]
    private let query: [QueryItem]

    /// `nil` where there is none, where there are more, or where a name has dots or brackets.
    init?(path: [QueryItem], query: [QueryItem]) {
        guard 1...Self.limit ~= path.count + query.count,
            query.allSatisfy({ !$0.name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } })
        else { return nil }
        self.path = path
        self.query = query
    }

    var names: [String] { Set((path + query).map(\.name)).sorted() }

    /// The text that is meant where one is wanted: the path's, or the last one of the query.
    func text(of name: String) -> String? { (path.last { $0.name == name } ?? query.last { $0.name == name })?.value }

    /// The texts of a name: the path's, or those of the query in the order in which they were written.
    func texts(of name: String) -> [String] {
        if let item = path.last(where: { $0.name == name }) { return [item.value] }
        return query.filter { $0.name == name }.map(\.value)
    }
}
