@_spi(Host) import ModuleKit
import Platform

/// A route for programs: its description, the place of its declaration, and its types if its module runs.
struct RouteDocument: Encodable {
    let description: RouteDescription
    /// The types; `nil` while the module's code is not loaded.
    let schema: RouteSchema?

    private enum CodingKeys: String, CodingKey {
        case pattern, verb, access, owner, name, input, value, form, labels, file, line, schema
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(description.pattern, forKey: .pattern)
        try container.encode(description.verb, forKey: .verb)
        try container.encode(description.access, forKey: .access)
        try container.encode(description.owner, forKey: .owner)
        try container.encodeIfPresent(description.name, forKey: .name)
        try container.encodeIfPresent(description.input, forKey: .input)
        try container.encodeIfPresent(description.value, forKey: .value)
        try container.encodeIfPresent(description.form, forKey: .form)
        if !description.labels.isEmpty { try container.encode(description.labels, forKey: .labels) }
        try container.encode(description.location.fileID, forKey: .file)
        try container.encode(description.location.line, forKey: .line)
        try container.encodeIfPresent(schema, forKey: .schema)
    }

    /// Returns the documents of routes.
    ///
    /// - Parameter outlines: the routes whose types are known.
    static func all(_ routes: [RouteDescription], outlines: [RouteOutline]) -> [RouteDocument] {
        let schemas = Dictionary(outlines.map { (identity($0.description), $0.schema) }) { first, _ in first }
        return routes.map { RouteDocument(description: $0, schema: schemas[identity($0)]) }
    }

    private static func identity(_ route: RouteDescription) -> [String] {
        [route.owner, route.verb.rawValue, route.pattern]
    }
}

/// The routes of a file that `routes --json` wrote, or of this session in that form.
struct RouteList {
    /// One route as it was written.
    struct Entry {
        let verb: String
        let pattern: String
        let members: [String: JSONValue]

        subscript(name: String) -> JSONValue? { members[name] }

        /// A part of the route's types.
        func schema(_ name: String) -> JSONValue? { members["schema"]?[name] }
    }

    private(set) var entries: [Entry] = []

    /// Parses the lines of `routes --json`; objects of other keys are passed over.
    ///
    /// - Throws: the reason in words for lines of another kind.
    init(_ bytes: [UInt8]) throws(RouteListError) {
        var hasRoutes = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let object = try? JSONValue(document: Array(line)) else { throw .notJSON }
            guard case .array(let routes)? = object["routes"] else { continue }
            hasRoutes = true
            for case .object(let members) in routes {
                guard case .string(let verb)? = members["verb"], case .string(let pattern)? = members["pattern"] else {
                    throw .notRoutes
                }
                entries.append(Entry(verb: verb, pattern: pattern, members: members))
            }
        }
        guard hasRoutes else { throw .notRoutes }
    }

    /// Returns the routes of some modules.
    func of(_ modules: [String]) -> RouteList {
        var list = self
        list.entries = entries.filter { entry in
            if case .string(let owner)? = entry["owner"] { modules.contains(owner) } else { false }
        }
        return list
    }

    /// Reads a file.
    init(path: String) throws(Failure) {
        do {
            try self.init(try File.bytes(at: path))
        } catch {
            throw Failure(
                code: "usage",
                message: "\(path) cannot be compared: \(error); write it with `switchboard routes --json`",
                exitCode: .usage)
        }
    }
}

/// The reason why a text is not a list of routes.
enum RouteListError: Error, CustomStringConvertible {
    case notJSON
    case notRoutes

    var description: String {
        switch self {
        case .notJSON: "it is not JSON"
        case .notRoutes: "it has no routes"
        }
    }
}

extension JSONValue {
    /// The member with a name; `nil` for other values than objects.
    subscript(name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }
}
