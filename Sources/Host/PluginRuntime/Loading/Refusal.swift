@_spi(Host) import ModuleKit
import Platform

/// The problem for which a module does not run, with its file, for people and programs.
package struct Refusal: Sendable, Equatable, Encodable {
    package let module: String
    package let file: String
    /// The source of the folder in which the file was found.
    let source: SearchFolder.Source
    package let problem: PluginProblem
    /// Whether this is the refusal of an update, so that the earlier content runs on.
    private var isOfUpdate = false

    package init(module: String, file: String, source: SearchFolder.Source, _ problem: PluginProblem) {
        self.module = module
        self.file = file
        self.source = source
        self.problem = problem
    }

    package var findings: [Finding] { problem.findings }
    package var remedy: String { problem.remedy }

    /// The refusal in one sentence.
    package var message: String {
        isOfUpdate
            ? "the update of \(module) was not taken: \(problem.sentence)"
            : "\(module) \(Self.predicate(findings)): \(problem.sentence)"
    }

    /// Whether the module conflicts with another module or library, and lacks nothing.
    package var isClash: Bool { findings.contains { [.routes, .types, .library].contains($0.field) } }

    /// The refusal as that of an update, while the earlier content runs on.
    var ofUpdate: Refusal {
        var refusal = self
        refusal.isOfUpdate = true
        return refusal
    }

    /// The refusal as a block with a line for each finding, and the remedy at the end.
    package var text: String {
        "switchboard: \(PlainText.line(module)) \(Self.predicate(findings))\n\(details)"
    }

    /// Returns the verb for findings: a folder is searched and not loaded, and a running module is stopped.
    private static func predicate(_ findings: [Finding]) -> String {
        let fields = Set(findings.map(\.field))
        if fields.contains(.folder) { return "was not searched" }
        return fields == [.stop] ? "did not stop normally" : "was not loaded"
    }

    /// The lines of the block behind the first one.
    package var details: String {
        let rows = [("file", file)] + findings.map { ($0.field.rawValue, $0.text) } + [("to do", remedy)]
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { field, text in
            "  " + field + String(repeating: " ", count: width - field.count) + PlainText.line(text)
        }.joined(separator: "\n")
    }

    private enum Key: String, CodingKey { case code, message, module, file, source, findings, remedy }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("moduleRefused", forKey: .code)
        for (key, text) in [(Key.message, message), (.module, module), (.file, file), (.remedy, remedy)] {
            try container.encode(text, forKey: key)
        }
        try container.encode(source, forKey: .source)
        try container.encode(findings, forKey: .findings)
    }
}
