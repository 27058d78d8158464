import ModuleKit

/// The order in which modules start: each behind all that it requires, otherwise in the order in which they were found.
struct StartOrder {
    /// The names in the order of start, with those in cycles.
    private(set) var names: [String] = []
    /// The cycle of each module in one, with its first name again at the end.
    private(set) var cycles: [String: [String]] = [:]

    private let requirements: [String: [Requirement]]
    private var visited: Set<String> = []

    /// Orders modules in time linear in the number of requirements.
    init(_ modules: [ModuleInfo]) {
        requirements = Dictionary(modules.map { ($0.name, $0.requirements) }) { first, _ in first }
        for module in modules {
            visit(module.name, path: [])
        }
    }

    private mutating func visit(_ name: String, path: [String]) {
        if let start = path.firstIndex(of: name) {
            let cycle = path[start...] + [name]
            for member in cycle {
                cycles[member] = Array(cycle)
            }
            return
        }
        guard let required = requirements[name], visited.insert(name).inserted else { return }
        for requirement in required {
            visit(requirement.module, path: path + [name])
        }
        names.append(name)
    }
}
