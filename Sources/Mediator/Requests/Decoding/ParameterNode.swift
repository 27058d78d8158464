/// The values of a request for one name, and for the names below it: a tree of all its parameters.
struct ParameterNode: Sendable {
    /// The source of a single value.
    enum Value: Sendable {
        /// A text of the path or query.
        case text(String)
        /// A value of the body.
        case json(JSONValue)
    }

    /// The greatest number of levels into which the dots of a query's name split it.
    static let depthLimit = 32

    /// The texts of path or query, in their written order; empty if the body has a value.
    private(set) var texts: [String] = []
    /// The body's value, an object too.
    private(set) var json: JSONValue?
    private var children: [String: ParameterNode] = [:]

    /// Creates a node without a value.
    init() {}

    /// Creates a node for one of several texts with one name.
    init(text: String) { texts = [text] }

    /// Creates a node for a value of the body.
    init(json: JSONValue) { merge(json) }

    /// The value for a place that wants one value.
    var value: Value? { json.map(Value.json) ?? texts.last.map(Value.text) }

    var isNull: Bool { json == .null }

    /// Whether the request has no value here.
    var isEmpty: Bool { json == nil && texts.isEmpty && children.isEmpty }

    var hasChildren: Bool { !children.isEmpty }

    /// The names directly below, sorted, so that the order of faults is the same each time.
    var names: [String] { children.keys.sorted() }

    /// Returns the node of a name below; dots in the name lead further down if no node has the whole name.
    func child(_ name: String) -> ParameterNode? {
        if let child = children[name] { return child }
        guard let levels = Self.levels(of: name) else { return nil }
        return levels.reduce(self) { node, level in node?.children[String(level)] }
    }

    /// Adds an item of the query.
    mutating func add(_ item: QueryItem) {
        if let levels = Self.levels(of: item.name) {
            add(item.value, at: levels[...])
        } else {
            children[item.name, default: ParameterNode()].texts.append(item.value)
        }
    }

    /// Replaces the query's value by a parameter of the path.
    mutating func replace(_ item: QueryItem) {
        children[item.name, default: ParameterNode()].texts = [item.value]
    }

    /// Replaces the values of path and query by a value of the body; an object does so name by name.
    mutating func merge(_ json: JSONValue) {
        texts = []
        self.json = json
        if case .object(let members) = json {
            for (name, member) in members { children[name, default: ParameterNode()].merge(member) }
        } else {
            children = [:]
        }
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
}

extension ParameterNode {
    /// Creates the tree of a request: body over path over query if names clash.
    init(_ parameters: Parameters, body: Payload?) throws(PayloadError) {
        self.init()
        for item in parameters.query { add(item) }
        for item in parameters.path { replace(item) }
        guard let body else { return }
        let json = try body.tree()
        if case .object = json {
            merge(json)
        } else {
            // A body without names is useful only for a type without names, which path and query cannot supply.
            self = ParameterNode(json: json)
        }
    }
}
