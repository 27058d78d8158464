/// The declared routes of modules, frozen together before any of the modules has started.
///
/// A module that registers its declared routes takes their places: nothing is rebuilt, whatever else is registered.
/// Until then its routes have entries without a handler.
final class DeclaredRoutes: Sendable {
    /// The routes of one module.
    private enum Slot {
        /// The module has not started.
        case idle
        /// The entries that the module registered; the number of the first pattern is known, and the others follow.
        case registered(first: Int, [RouteTable.Entry])
        /// The module is absent, or it registered other routes than it declared.
        case absent
    }

    /// The shapes of all patterns, computed when a module registers a route that it did not declare.
    private struct Shapes: Sendable {
        private let made = Lazy<ShapeTable>()

        func table(of patterns: [PatternText]) -> ShapeTable {
            made.value {
                var table = ShapeTable()
                for (number, pattern) in patterns.enumerated() { table.insert(PatternShapes(pattern.indexed), number) }
                return table
            }
        }
    }

    private let table: DeclaredTable<DeclaredRoute>
    private let modules: Declarations
    private let isFallback: Bool
    private let shapes: Shapes
    /// The slots by the modules' numbers.
    private let slots: [Slot]
    /// The number of slots that are not absent.
    private let presentCount: Int
    /// Whether all modules with routes are absent.
    let isEmpty: Bool

    /// Creates the routes of modules of which none has started.
    convenience init(_ table: DeclaredTable<DeclaredRoute>, of modules: Declarations, areFallbacks: Bool) {
        let slots = modules.names.map { _ in Slot.idle }
        self.init(table, of: modules, areFallbacks: areFallbacks, Shapes(), slots, presentCount: slots.count)
    }

    private init(
        _ table: DeclaredTable<DeclaredRoute>, of modules: Declarations, areFallbacks: Bool, _ shapes: Shapes,
        _ slots: [Slot], presentCount: Int
    ) {
        self.table = table
        self.modules = modules
        isFallback = areFallbacks
        self.shapes = shapes
        self.slots = slots
        self.presentCount = presentCount
        isEmpty = presentCount == 0 || table.rows.isEmpty
    }

    /// The numbers of the routes that are registered.
    var registered: [Int] {
        slots.flatMap { slot -> [Int] in
            guard case .registered(let first, let entries) = slot else { return [] }
            return Array(first..<first + entries.count)
        }
    }

    /// The numbers of the routes whose modules have not started.
    var idle: [Int] {
        table.rows.indices.filter { number in
            if case .idle = slots[table.rows[number].module] { true } else { false }
        }
    }

    /// Returns the numbers of the routes with a label.
    func numbers(labelled label: String) -> [Int] {
        table.rows.indices.filter { number in
            let labels =
                switch slots[table.rows[number].module] {
                case .absent: [RouteLabel]()
                case .idle: table.rows[number].labels
                case .registered(let first, let entries): entries[number - first].route.labels
                }
            return labels.contains { $0.name == label }
        }
    }

    /// Returns the route of a number; `nil` if its module is absent.
    func entry(_ number: Int) -> RouteTable.Entry? {
        let row = table.rows[number]
        switch slots[row.module] {
        case .absent: return nil
        case .registered(let first, let entries): return entries[number - first]
        case .idle:
            let outline = row.outline(of: table.patterns[number], isFallback: isFallback)
            return RouteTable.Entry(outline, owner: modules.names[row.module], isIdle: true)
        }
    }

    /// Returns the pattern of a number.
    func pattern(_ number: Int) -> RoutePattern { table.patterns[number].indexed.pattern }

    /// Returns what is in the way of another pattern among the registered routes, or `nil`.
    func clash(with pattern: IndexedPattern) -> PatternClash<RouteTable.Entry>? {
        guard slots.contains(where: { if case .registered = $0 { true } else { false } }) else { return nil }
        return shapes.table(of: table.patterns).clash(
            with: pattern, PatternShapes(pattern),
            among: { if case .registered = slots[table.rows[$0].module] { entry($0) } else { nil } },
            indexed: \.indexed)
    }

    /// Returns the best route for a URL.
    func match(_ url: RouteURL) -> PatternMatch? {
        guard !isEmpty, let best = table.index.match(url) else { return nil }
        return isPresent(best.number) ? best : candidates(url).first
    }

    /// Returns every route for a URL, the best one first.
    func candidates(_ url: RouteURL) -> [PatternMatch] {
        isEmpty ? [] : table.index.candidates(url).filter { isPresent($0.number) }
    }

    private func isPresent(_ number: Int) -> Bool {
        if case .absent = slots[table.rows[number].module] { false } else { true }
    }

    /// Returns the routes with those that a module registers; `nil` if they differ from its declared ones.
    func registering(_ routes: [Route], of owner: String, types: [ParameterType]) -> DeclaredRoutes? {
        guard let module = modules.numbers[owner], types.isEmpty else { return nil }
        let first = firstRow(of: module)
        guard routes.count == firstRow(of: module + 1) - first else { return nil }
        for (place, route) in routes.enumerated() {
            let declared = table.patterns[first + place]
            guard declared.text == route.pattern, declared.priority == route.priority else { return nil }
        }
        return with(.registered(first: first, routes.map { RouteTable.Entry($0, owner: owner) }), at: module)
    }

    /// Returns the routes without those of a module.
    func removing(_ owner: String) -> DeclaredRoutes { modules.numbers[owner].map { with(.absent, at: $0) } ?? self }

    /// Returns the routes with those of a module that has not started.
    func makingIdle(_ owner: String) -> DeclaredRoutes { modules.numbers[owner].map { with(.idle, at: $0) } ?? self }

    private func with(_ slot: Slot, at module: Int) -> DeclaredRoutes {
        var (slots, presentCount) = (slots, presentCount)
        if case .absent = slots[module] { presentCount += 1 }
        if case .absent = slot { presentCount -= 1 }
        slots[module] = slot
        return DeclaredRoutes(
            table, of: modules, areFallbacks: isFallback, shapes, slots, presentCount: presentCount)
    }

    /// Returns the first row of a module; the rows are in the order of the modules.
    private func firstRow(of module: Int) -> Int {
        var (low, high) = (0, table.rows.count)
        while low < high {
            let middle = (low + high) / 2
            if table.rows[middle].module < module { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension DeclaredRoute {
    /// Returns the route without a handler, for an entry whose module has not started.
    fileprivate func outline(of pattern: PatternText, isFallback: Bool) -> Route {
        let location = DeclarationSite(fileID: "", line: 0)
        var route = Route(pattern.text, verb: verb, access: access, location: location) { _ in .declined }
        route.priority = pattern.priority
        route.mayDecline = mayDecline
        route.isFallback = isFallback
        route.sensitiveParameters = sensitiveParameters
        route.labels = labels
        return route
    }
}
