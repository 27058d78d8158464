@_spi(Host) import ModuleKit
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `The start order of modules` {
    /// Modules and their requirements (`B:A`: B requires A), the start order, and the modules in a cycle.
    static let rows: [(modules: String, order: String, cycles: [String])] = [
        ("", "", []),
        ("A B C", "A B C", []),
        ("B:A A", "A B", []),
        ("C:B B:A A", "A B C", []),
        ("D:B,C C:A B:A A", "A B C D", []),
        ("A:X", "A", []),
        ("A:A", "A", ["A"]),
        ("A:B B:A C", "B A C", ["A", "B"]),
        ("A:B B:C C:B", "C B A", ["B", "C"]),
    ]

    @Test(arguments: rows) func `modules start after the modules that they require`(
        _ row: (modules: String, order: String, cycles: [String])
    ) {
        let modules = row.modules.split(separator: " ").map { word in
            let parts = word.split(separator: ":").map(String.init)
            let required = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []
            return ModuleInfo(parts[0], "1.0", "", requirements: required.map { Requirement($0, "1.0"..<"2.0") })
        }
        let order = StartOrder(modules)
        #expect(order.names.joined(separator: " ") == row.order)
        #expect(order.cycles.keys.sorted() == row.cycles)
        for (name, cycle) in order.cycles {
            #expect(cycle.first == cycle.last)
            #expect(cycle.contains(name))
        }
    }
}
