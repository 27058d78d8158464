@_spi(Host) import ModuleKit
import Platform

/// Why a module is not running, as people and programs are told.
package struct Refusal: Sendable, Equatable, Encodable {
    var code = "moduleRefused"
    /// All of it in one sentence.
    package private(set) var message: String
    package let module: String
    package let file: String
    /// Who named the folder that it was found in.
    let source: SearchFolder.Source
    let findings: [Finding]
    /// Whether it is the order of the search that leaves the module out, not a fault of its own.
    package let isShadowed: Bool
    /// Whether the user leaves the module out by disabling what it requires.
    package let isChosen: Bool
    package let remedy: String

    private enum CodingKeys: String, CodingKey {
        case code, message, module, file, source, findings, isShadowed, remedy
    }

    package init(module: String, file: String, source: SearchFolder.Source, error: LoadError) {
        let isShadowed = if case .shadowed = error { true } else { false }
        let isChosen = if case .requiresDisabled = error { true } else { false }
        self.init(
            module: module, file: file, source: source, problem: error.problem, isShadowed: isShadowed,
            isChosen: isChosen)
    }

    init(
        module: String, file: String, source: SearchFolder.Source, problem: PluginProblem, isShadowed: Bool,
        isChosen: Bool = false
    ) {
        self.module = module
        self.file = file
        self.source = source
        findings = problem.findings
        remedy = problem.remedy
        (self.isShadowed, self.isChosen) = (isShadowed, isChosen)
        message = "\(module) \(Self.predicate(problem.findings)): \(problem)"
    }

    /// The problem as it is reported once more: another start may find that it is gone.
    package var problem: PluginProblem { PluginProblem(findings, remedy: remedy) }

    /// Whether what is there beside the module keeps it from running, and not what is missing.
    package var isClash: Bool { findings.contains { [.routes, .types, .library].contains($0.field) } }

    /// The same of an update, where the earlier content goes on.
    var ofUpdate: Refusal {
        var refusal = self
        refusal.message = "the update of \(module) was not taken: \(problem)"
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

    /// The findings as a part of a sentence.
    package var faults: String { findings.map(\.clause).joined(separator: "; ") }

    /// The lines of the block without the first.
    package var details: String {
        let rows = [("file", file)] + findings.map { ($0.field.rawValue, $0.text) } + [("to do", remedy)]
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { field, text in
            "  " + field + String(repeating: " ", count: width - field.count) + PlainText.line(text)
        }.joined(separator: "\n")
    }
}
