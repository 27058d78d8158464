import Foundation
import TestSupport
import Testing

/// The compiler's errors for a module with a mistake.
@Suite(.timeLimit(.minutes(5))) struct `A mistake in a module` {
    /// The types and functions that the declarations use.
    private static let homes = """
        struct Reference: Codable { let id: Int }
        struct Home: Codable { let id: Int, title: String }
        func find(_ id: Int) throws -> Home { Home(id: id, title: "") }
        func sink(_ id: Int) async throws {}
        func load(_ id: Int) async throws -> Home { Home(id: id, title: "") }
        """

    /// The declarations of a module, each with one mistake in the line that is marked with a comment.
    static let mistakes = [
        #"""
        Open("/row/:id", taking: Reference.self) { reference in
            Page("x") { Text("\(reference.idd)") } // mistake
        }
        """#,
        #"""
        Open("/row") { request in
            Page("x") { Text("\(request.idd)") } // mistake
        }
        """#,
        #"""
        Open("/row/:id", taking: Reference.self) { reference in
            let home = try find(reference.idd) // mistake
            return Page("x") { Text(home.title) }
        }
        """#,
        #"""
        Open("/row/:id", taking: Reference.self, Request.self) { reference, request in
            let home = try await load(reference.id)
            return Page("\(request.url)") { Text(home.titel) } // mistake
        }
        """#,
        #"""
        Open("/row/:id", taking: Reference.self, Request.self) { reference, request in
            Page("\(request.url)") { Text(reference.titel) } // mistake
        }
        """#,
        #"""
        Open("/row/:id", taking: Int.self) { id in
            let home = try await load(id)
            return Page("x") { Text(home.title, shade: 3) } // mistake
        }
        """#,
        #"""
        Open("/row/:id", taking: Int.self) { id in
            let home = try find(number: id) // mistake
            return Page("x") { Text(home.title) }
        }
        """#,
        #"""
        Open("/row/:id", taking: Int.self) { id in
            Page("x") {
                Text("y")
                if id > 3 { Text(id) } // mistake
            }
        }
        """#,
        #"""
        Open("/row") { _ in
            let home = try await load(1)
            return Page("x") {
                Text("y")
                Link(home.titel, to: "app://x") // mistake
            }
        }
        """#,
        #"""
        Open("/row") { // mistake
            Page("x") { Text("y") }
        }
        """#,
        #"""
        Call("/row/:id", taking: Reference.self) { reference in
            try find(reference.idd) // mistake
        }
        """#,
        #"""
        Call("/row/:id", taking: Reference.self) { reference in
            try await load(reference.idd) // mistake
        }
        """#,
        #"""
        Call("/row/:id", taking: Reference.self, Request.self) { reference, request in
            let home = try await load(reference.id)
            return home.titel // mistake
        }
        """#,
        #"""
        Call("/row/:id", taking: Reference.self, Request.self) { reference, request in
            let home = try find(reference.idd) // mistake
            return [home.id, request.number]
        }
        """#,
        #"""
        Call("/row") { request in
            let home = try await load(request.numbr) // mistake
            return home
        }
        """#,
        #"""
        Call("/row") { _ in
            let home = try await load(1)
            return home.titel // mistake
        }
        """#,
        #"""
        Call("/row/:id", taking: Reference.self) { reference in
            try await sink(reference.id)
            try await sink(reference.idd) // mistake
        }
        """#,
        #"""
        Call("/row/:id", taking: Int.self) { id in
            for number in 0..<id { try await sink("\(number)") } // mistake
        }
        """#,
        #"""
        Call("/row") { request in
            try await sink(request.numbr) // mistake
        }
        """#,
        #"""
        Call("/row") { _ in
            let title: String = try await context.call("app://x", as: Home.self) // mistake
            return title
        }
        """#,
        #"""
        Call("/row") { _ in
            try await context.call("app://x", find) // mistake
        }
        """#,
        #"""
        Call("/row/:id", taking: Int.self) { id in
            let home = try find("\(id)") // mistake
            return home.title
        }
        """#,
    ]

    @Test func `the compiler reports a mistake in a handler only in the line of the mistake`() async throws {
        try await TemporaryFolder.with { folder in
            let others = folder.path("homes.swift")
            try Self.homes.write(toFile: others, atomically: true, encoding: .utf8)
            let files = try Self.mistakes.enumerated().map { row, mistake in
                let path = folder.path("row\(row).swift")
                let declarations = "Open(\"/first\") { _ in Page(\"x\") }\n\(mistake)\nCall(\"/last\") { _ in 1 }"
                let text =
                    "import ModuleKit\nstruct Row\(row) { let context: ModuleContext\n@RoutesBuilder var routes: "
                    + "[Route] {\n\(declarations)\n}}\n"
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                return path
            }
            let errors = try await PluginCompiler.errors(in: files + [others])
            for (row, mistake) in Self.mistakes.enumerated() {
                let lines = mistake.split(separator: "\n")
                let line = try #require(lines.firstIndex { $0.hasSuffix("// mistake") }) + 5
                let found = errors.filter { $0.contains("/row\(row).swift:") }
                let isThere = found.allSatisfy { $0.contains("/row\(row).swift:\(line):") }
                #expect(!found.isEmpty && isThere, "\(mistake)\n\(found)")
            }
        }
    }
}
