import FoundationEssentials
@_spi(Host) import ModuleKit

extension ImageWriter {
    mutating func write(_ module: IdleModule) {
        write(module.name)
        write(few: module.types)
        write(module.routes) { $0.write($1) }
        write(few: module.rewrites)
        for texts in [module.interceptedPatterns, module.interceptedLabels] { write(texts) { $0.write($1) } }
        write(module.interceptsEverything)
    }

    /// Writes values that few modules have, as JSON.
    private mutating func write(few values: [some Encodable]) {
        write(values.isEmpty ? [] : (try? JSONEncoder().encode(values)).map(Array.init) ?? [])
    }

    private mutating func write(_ route: Route) {
        write(route.pattern)
        write(route.priority)
        write(route.verb == .open)
        write(Self.accesses.firstIndex(of: route.access) ?? Self.accesses.count)
        for flag in [route.mayDecline, route.isFallback] { write(flag) }
        write(route.sensitiveParameters.sorted()) { $0.write($1) }
        write(route.labels) { writer, label in
            writer.write(label.name)
            writer.write(label.text) { $0.write($1) }
        }
    }

    fileprivate static let accesses: [Access] = [.public, .modules, .internal]
}

extension ImageReader {
    mutating func idleModule() throws(Fault) -> IdleModule {
        let text = { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        return IdleModule(
            name: try self.text(), types: try few(ManifestType.self),
            routes: try list { (reader: inout ImageReader) throws(Fault) in try reader.route() },
            rewrites: try few(Rewrite.self),
            interceptedPatterns: try list(text), interceptedLabels: try list(text), interceptsEverything: try flag())
    }

    private mutating func few<Value: Decodable>(_ type: Value.Type) throws(Fault) -> [Value] {
        let bytes = try bytes()
        if bytes.isEmpty { return [] }
        guard let values = try? JSONDecoder().decode([Value].self, from: Data(bytes)) else { throw Fault() }
        return values
    }

    /// Reads a route without a handler.
    private mutating func route() throws(Fault) -> Route {
        let (pattern, priority, isOpen, access) = (try text(), try number(), try flag(), try number())
        guard ImageWriter.accesses.indices.contains(access) else { throw Fault() }
        var route = Route(
            pattern, verb: isOpen ? .open : .call, access: ImageWriter.accesses[access],
            location: DeclarationSite(fileID: "", line: 0)
        ) { _ in .declined }
        route.priority = priority
        (route.mayDecline, route.isFallback) = (try flag(), try flag())
        route.sensitiveParameters = Set(
            try list { (reader: inout ImageReader) throws(Fault) in try reader.text() })
        route.labels = try list { (reader: inout ImageReader) throws(Fault) in
            let name = try reader.text()
            return RouteLabel(
                name, try reader.optional { (reader: inout ImageReader) throws(Fault) in try reader.text() })
        }
        return route
    }
}
