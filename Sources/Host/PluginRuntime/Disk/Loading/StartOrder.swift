import ModuleKit

/// The order in which modules start: each after the modules that it requires, otherwise in the order of discovery.
struct StartOrder {
    /// The names in the order of start, including the modules in cycles.
    private(set) var names: [String] = []
    /// The cycle of each module that is in a cycle. The last name of a cycle repeats the first.
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
