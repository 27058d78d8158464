@_spi(Host) import ModuleKit
import Platform

/// Why a module is not running, as people and programs are told.
package struct Refusal: Sendable, Equatable {
    package let module: String
    package let file: String
    /// Who named the folder that it was found in.
    let source: SearchFolder.Source
    package let problem: PluginProblem
    /// Whether an earlier content goes on, since this is the refusal of an update.
    private var isOfUpdate = false

    package init(module: String, file: String, source: SearchFolder.Source, _ problem: PluginProblem) {
        self.module = module
        self.file = file
        self.source = source
        self.problem = problem
    }

    package var findings: [Finding] { problem.findings }
    package var remedy: String { problem.remedy }
    /// Whether it is the order of the search that leaves the module out, not a fault of its own.
    package var isShadowed: Bool { problem.code == .shadowed }
    /// Whether the user leaves the module out by disabling what it requires.
    package var isChosen: Bool { problem.code == .requiresDisabled }

    /// All of it in one sentence.
    package var message: String {
        isOfUpdate
            ? "the update of \(module) was not taken: \(problem.sentence)"
            : "\(module) \(Self.predicate(findings)): \(problem.sentence)"
    }

    /// Whether what is there beside the module keeps it from running, and not what is missing.
    package var isClash: Bool { findings.contains { [.routes, .types, .library].contains($0.field) } }

    /// The same of an update, where the earlier content goes on.
    var ofUpdate: Refusal {
        var refusal = self
        refusal.isOfUpdate = true
        return refusal
    }

    /// A block with a line for each finding, and what to do at the end.
    package var text: String {
        "switchboard: \(PlainText.line(module)) \(Self.predicate(findings))\n\(details)"
    }

    /// What did not happen: a folder is searched and not loaded, and a module that runs is stopped.
    private static func predicate(_ findings: [Finding]) -> String {
        let fields = Set(findings.map(\.field))
        if fields.contains(.folder) { return "was not searched" }
        return fields == [.stop] ? "did not stop normally" : "was not loaded"
    }

    /// The lines of the block without the first.
    package var details: String {
        let rows = [("file", file)] + findings.map { ($0.field.rawValue, $0.text) } + [("to do", remedy)]
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { field, text in
            "  " + field + String(repeating: " ", count: width - field.count) + PlainText.line(text)
        }.joined(separator: "\n")
    }
}

extension Refusal: Encodable {
    private enum Key: String, CodingKey { case code, message, module, file, source, findings, isShadowed, remedy }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("moduleRefused", forKey: .code)
        for (key, text) in [(Key.message, message), (.module, module), (.file, file), (.remedy, remedy)] {
            try container.encode(text, forKey: key)
        }
        try container.encode(source, forKey: .source)
        try container.encode(findings, forKey: .findings)
        try container.encode(isShadowed, forKey: .isShadowed)
    }
}
