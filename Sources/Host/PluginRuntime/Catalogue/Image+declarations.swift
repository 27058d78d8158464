import FoundationEssentials
@_spi(Host) import ModuleKit

extension ImageWriter {
    mutating func write(_ declarations: Declarations) {
        write(declarations.names) { $0.write($1) }
        for table in [declarations.routes, declarations.fallbacks] {
            write(table.patterns) { $0.write($1) }
            write(table.rows) { $0.write($1) }
        }
        write(declarations.interceptors.patterns) { $0.write($1) }
        write(declarations.interceptors.rows) { $0.write($1) }
        write(declarations.everywhere) { $0.write($1) }
        write(declarations.labelled) { writer, row in
            writer.write(row.label)
            writer.write(row.module)
        }
    }

    private mutating func write(_ pattern: PatternText) {
        write(pattern.text)
        write(pattern.priority)
        // Few patterns name a type of their module.
        write(pattern.types.isEmpty ? [] : (try? JSONEncoder().encode(pattern.types)).map(Array.init) ?? [])
    }

    private mutating func write(_ route: DeclaredRoute) {
        write(route.module)
        write(route.verb == .open)
        write(Self.accesses.firstIndex(of: route.access) ?? Self.accesses.count)
        write(route.mayDecline)
        write(route.sensitiveParameters.sorted()) { $0.write($1) }
        write(route.labels) { writer, label in
            writer.write(label.name)
            writer.write(label.text) { $0.write($1) }
        }
    }

    fileprivate static let accesses: [Access] = [.public, .modules, .internal]
}

extension ImageReader {
    mutating func declarations() throws(Fault) -> Declarations {
        let names = try list { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        let route = { (reader: inout ImageReader) throws(Fault) in try reader.route() }
        let number = { (reader: inout ImageReader) throws(Fault) in try reader.number() }
        let routes = try table(route)
        let fallbacks = try table(route)
        let interceptors = try table(number)
        let everywhere = try list(number)
        let labelled = try list { (reader: inout ImageReader) throws(Fault) in
            (label: try reader.text(), module: try reader.number())
        }
        let declarations = Declarations(
            names: names, routes: routes, fallbacks: fallbacks, interceptors: interceptors, everywhere: everywhere,
            labelled: labelled)
        guard let declarations else { throw Fault() }
        return declarations
    }

    private mutating func table<Row: Sendable>(
        _ row: (inout ImageReader) throws(Fault) -> Row
    ) throws(Fault) -> DeclaredTable<Row> {
        let patterns = try list { (reader: inout ImageReader) throws(Fault) in
            PatternText(try reader.text(), priority: try reader.number(), types: try reader.types())
        }
        guard let table = DeclaredTable(patterns, rows: try list(row)) else { throw Fault() }
        return table
    }

    private mutating func types() throws(Fault) -> [ManifestType] {
        let bytes = try bytes()
        if bytes.isEmpty { return [] }
        guard let types = try? JSONDecoder().decode([ManifestType].self, from: Data(bytes)) else { throw Fault() }
        return types
    }

    private mutating func route() throws(Fault) -> DeclaredRoute {
        let module = try number()
        let verb: Request.Verb = try flag() ? .open : .call
        let access = try number()
        guard ImageWriter.accesses.indices.contains(access) else { throw Fault() }
        let mayDecline = try flag()
        let sensitive = try list { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        let labels = try list { (reader: inout ImageReader) throws(Fault) in
            let name = try reader.text()
            return RouteLabel(
                name, try reader.optional { (reader: inout ImageReader) throws(Fault) in try reader.text() })
        }
        return DeclaredRoute(
            module: module, verb: verb, access: ImageWriter.accesses[access], mayDecline: mayDecline,
            sensitiveParameters: Set(sensitive), labels: labels)
    }
}
