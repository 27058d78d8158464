/// The routes that modules declare, frozen together before any of them was started, with the handlers of those that are.
///
/// A module that brings what it declared takes its places there: nothing is built anew, whatever else is registered.
struct DeclaredRoutes: Sendable {
    /// The routes of a module that is started.
    private struct Started {
        /// The number of its first pattern; the others follow.
        let first: Int
        let entries: [RouteTable.Entry]
    }

    /// The shapes of all patterns, made when somebody brings a route that was not declared.
    private struct Shapes: Sendable {
        private let made = Lazy<ShapeTable>()

        func table(of index: PatternIndex) -> ShapeTable {
            made.value {
                var table = ShapeTable()
                for number in 0..<index.count { table.insert(PatternShapes(index.pattern(number))) }
                return table
            }
        }
    }

    private let table: DeclaredTable<DeclaredRoute>
    private let shapes = Shapes()
    /// The modules' numbers, by name.
    private let numbers: [String: Int]
    /// By the modules' numbers.
    private var started: [Started?]
    /// Whether no module is started that has any.
    private(set) var isEmpty = true

    init(_ table: DeclaredTable<DeclaredRoute>, of modules: Declarations) {
        self.table = table
        numbers = modules.numbers
        started = modules.names.map { _ in nil }
    }

    /// The numbers of the patterns whose modules are started.
    var live: [Int] { isEmpty ? [] : started.compactMap(\.self).flatMap { $0.first..<$0.first + $0.entries.count } }

    /// The route of a number; `nil` where its module is not started.
    func entry(_ number: Int) -> RouteTable.Entry? {
        guard let module = started[table.rows[number].module] else { return nil }
        return module.entries[number - module.first]
    }

    /// The routes of started modules between which and another pattern no rule decides.
    func conflicts(with pattern: IndexedPattern) -> [RouteTable.Entry] {
        guard !isEmpty else { return [] }
        return shapes.table(of: table.index).suspects(PatternShapes(pattern)).compactMap(entry).filter {
            PatternIndex.isUndecided($0.indexed, pattern)
        }
    }

    /// The best route for a URL of a module that is started.
    func match(_ url: RouteURL) -> PatternMatch? {
        guard !isEmpty, let best = table.index.match(url) else { return nil }
        return entry(best.number) == nil ? candidates(url).first : best
    }

    /// Every route for a URL whose module is started, the best one first.
    func candidates(_ url: RouteURL) -> [PatternMatch] {
        isEmpty ? [] : table.index.candidates(url).filter { entry($0.number) != nil }
    }

    /// The same with a module started; `nil` where it brings anything but the routes that it declared.
    func starting(_ owner: String, _ routes: [Route], types: [ParameterType]) -> DeclaredRoutes? {
        guard let module = numbers[owner], started[module] == nil, types.isEmpty else { return nil }
        let first = firstRow(of: module)
        guard routes.count == firstRow(of: module + 1) - first else { return nil }
        for (place, route) in routes.enumerated() {
            let isDeclared = table.index.trie.isPattern(first + place, route.pattern, priority: route.priority)
            guard isDeclared else { return nil }
        }
        guard !routes.isEmpty else { return self }
        var next = self
        next.started[module] = Started(
            first: first, entries: routes.map { RouteTable.Entry($0, owner: owner) })
        next.isEmpty = false
        return next
    }

    /// The same without a module.
    func stopping(_ owner: String) -> DeclaredRoutes {
        guard let module = numbers[owner], started[module] != nil else { return self }
        var next = self
        next.started[module] = nil
        next.isEmpty = next.started.allSatisfy { $0 == nil }
        return next
    }

    /// The rows stand in the order of the modules.
    private func firstRow(of module: Int) -> Int {
        var (low, high) = (0, table.rows.count)
        while low < high {
            let middle = (low + high) / 2
            if table.rows[middle].module < module { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
