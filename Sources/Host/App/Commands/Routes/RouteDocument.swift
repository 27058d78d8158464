@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// A route in the output for programs: its description, the file and line of its declaration, and its types if they are
/// known.
struct RouteDocument: Encodable {
    let description: RouteDescription
    /// The types; `nil` while the module's code is not loaded.
    let schema: RouteSchema?

    func encode(to encoder: any Encoder) throws {
        let route = description
        try JSONObject([
            "pattern": route.pattern, "verb": route.verb, "access": route.access, "owner": route.owner,
            "name": route.name, "input": route.input, "value": route.value, "form": route.form,
            "labels": route.labels.isEmpty ? nil : route.labels,
            "sensitive": route.sensitiveParameters.isEmpty ? nil : route.sensitiveParameters.sorted(),
            "file": route.location.fileID, "line": route.location.line, "schema": schema,
        ]).encode(to: encoder)
    }

    /// Returns the documents of routes. `outlines` has the known types of the routes.
    static func all(_ routes: [RouteDescription], outlines: [RouteOutline]) -> [RouteDocument] {
        let schemas = Dictionary(outlines.map { (identity($0.description), $0.schema) }) { first, _ in first }
        return routes.map { RouteDocument(description: $0, schema: schemas[identity($0)]) }
    }

    private static func identity(_ route: RouteDescription) -> [String] {
        [route.owner, route.verb.rawValue, route.pattern]
    }
}

/// An offered service, in the output for programs.
struct ServiceDocument: Codable {
    let name, version, owner, type: String

    init(_ service: ServiceDescription) {
        (name, version, owner, type) = (service.name, "\(service.version)", service.owner, service.type)
    }

    /// The service as text, such as `Coupons's coupon-book 1.2.0`.
    var title: String { "\(owner)'s \(name) \(version)" }

    private var parsedVersion: Version { Version(parsing: version) ?? "0" }

    func isIn(_ range: Range<Version>) -> Bool { range.contains(parsedVersion) }

    /// Returns whether a module that requests the service receives this offer instead of `other`. A higher version is
    /// preferred; if the versions are equal, the owner whose name sorts first is preferred.
    func isTaken(before other: ServiceDocument) -> Bool {
        (other.parsedVersion, owner) < (parsedVersion, other.owner)
    }
}

/// A list of routes, rewrites, interceptors and services: from a file that `routes --json` wrote, or from this session.
struct RouteList {
    /// One route, with the members of its JSON object.
    struct Entry {
        let verb: String
        let pattern: String
        let members: [String: JSONValue]

        subscript(name: String) -> JSONValue? { members[name] }

        /// The parsed pattern. A parameter type that only the module's code defines accepts any text.
        var parsed: RoutePattern? { RoutePattern(listed: pattern) }

        var labels: [String] {
            if case .array(let labels)? = self["labels"] { labels.compactMap { $0["name"]?.string } } else { [] }
        }

        /// Returns the schema of the route's `parameters`, `body` or `value`; `nil` if it is not known.
        func schema(_ name: String) -> JSONValue? { members["schema"]?[name] }

        func changed(_ change: String, _ effect: RouteChange.Effect = .none) -> RouteChange {
            RouteChange(verb: verb, pattern: pattern, change: change, effect: effect)
        }
    }

    private(set) var entries: [Entry] = []
    /// The rewrites, keyed by module.
    private(set) var rewrites: [String: [Rewrite]] = [:]
    /// The interceptors.
    private(set) var guards: [InterceptorDescription] = []
    /// The offered services; `nil` for a file that does not list them.
    private(set) var services: [ServiceDocument]?

    init(path: String) throws(Failure) {
        let bytes = try Failure.describing(try File.bytes(at: path)) { (error: FileError) in
            Self.failure(path, "\(error)")
        }
        try self.init(bytes, path: path)
    }

    /// Creates a list from the declarations of a session.
    init(
        _ documents: [RouteDocument], rewrites: [RewriteDescription] = [], interceptors: [InterceptorDescription] = [],
        services: [ServiceDescription] = []
    ) throws(Failure) {
        let lines = [
            try JSONText.line(["routes": documents]), try JSONText.line(["rewrites": rewrites]),
            try JSONText.line(["interceptors": interceptors]),
            try JSONText.line(["services": services.map { ServiceDocument($0) }]),
        ]
        try self.init(Array(lines.joined(separator: "\n").utf8), path: "the list of the routes")
    }

    /// Creates a list from the declarations of a build that does not run. `outlines` has the known types of the routes.
    init(_ manifest: Manifest, _ outlines: [RouteOutline]) throws(Failure) {
        try self.init(RouteDocument.all(manifest.routes, outlines: outlines), services: manifest.services)
        rewrites = [manifest.owner: manifest.rewrites]
    }

    /// Parses the output of `routes --json`, which has a JSON object on each line. Skips objects with other keys.
    /// Errors name the file by `path`.
    init(_ bytes: [UInt8], path: String) throws(Failure) {
        var hasRoutes = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let object = try? JSONValue(document: Array(line)) else {
                throw Self.failure(path, "it is not JSON")
            }
            if case .array(let found)? = object["rewrites"] {
                for rewrite in found {
                    guard let pattern = rewrite["pattern"]?.string, let target = rewrite["target"]?.string else {
                        continue
                    }
                    rewrites[rewrite["owner"]?.string ?? "", default: []].append(Rewrite(pattern, to: target))
                }
            }
            if case .array(let found)? = object["interceptors"] {
                guards += found.compactMap { try? Payload($0).decode(as: InterceptorDescription.self) }
            }
            if case .array(let found)? = object["services"] {
                services = found.compactMap { try? Payload($0).decode(as: ServiceDocument.self) }
            }
            guard case .array(let routes)? = object["routes"] else { continue }
            if let version = object["format_version"]?.string, !version.hasPrefix("1.") {
                throw Self.failure(path, "its version is \(version), not 1")
            }
            hasRoutes = true
            for case .object(let members) in routes {
                guard let verb = members["verb"]?.string, let pattern = members["pattern"]?.string else {
                    throw Self.failure(path, "it has no routes")
                }
                entries.append(Entry(verb: verb, pattern: pattern, members: members))
            }
        }
        guard hasRoutes else { throw Self.failure(path, "it has no routes") }
    }

    func of(_ modules: [String]) -> RouteList {
        var list = self
        list.entries = entries.filter { $0["owner"]?.string.map(modules.contains) ?? false }
        list.rewrites = rewrites.filter { modules.contains($0.key) }
        list.guards = guards.filter { modules.contains($0.owner) }
        return list
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure(usage: "\(path) cannot be compared: \(reason); write it with `switchboard routes --json`")
    }
}

extension Session {
    /// Starts a module and returns whether it runs; if not, reports that the types of its routes are not known.
    func hasStarted(_ module: String) async -> Bool {
        do {
            try await runtime.ensureStarted(module)
            return true
        } catch {
            let message = "the types of \(module)'s routes are not known, since it does not start: \(error)"
            console.report(Failure("moduleNotStarted", message))
            return false
        }
    }
}

extension JSONValue {
    /// Returns the member with a name; `nil` if the value is not an object.
    subscript(name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }

    /// The text; `nil` if the value is not a text.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The texts of an array; `nil` if the value is not an array.
    var strings: [String]? { if case .array(let values) = self { values.compactMap(\.string) } else { nil } }
}
