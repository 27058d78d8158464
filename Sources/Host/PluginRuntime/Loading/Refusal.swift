import Platform

/// Why a module is not running, as people and programs are told.
package struct Refusal: Sendable, Equatable, Encodable {
    var code = "moduleRefused"
    /// All of it in one sentence.
    package let message: String
    let module: String
    let file: String
    /// Who named the folder that it was found in.
    let source: SearchFolder.Source
    let findings: [Finding]
    /// Whether it is the order of the search that leaves the module out, not a fault of its own.
    package let isShadowed: Bool
    let remedy: String

    package init(module: String, file: String, source: SearchFolder.Source, error: LoadError) {
        let isShadowed = if case .shadowed = error { true } else { false }
        self.init(
            module: module, file: file, source: source, findings: error.findings, remedy: error.remedy,
            isShadowed: isShadowed)
    }

    init(
        module: String, file: String, source: SearchFolder.Source, findings: [Finding], remedy: String,
        isShadowed: Bool
    ) {
        self.module = module
        self.file = file
        self.source = source
        self.findings = findings
        self.remedy = remedy
        self.isShadowed = isShadowed
        let reasons = findings.map(\.clause).joined(separator: "; ")
        message = "\(module) was not loaded: \(reasons); \(remedy)"
    }

    /// Whether it is of a module of a name, or speaks of what such a module declares.
    package func concerns(_ name: String) -> Bool {
        module == name || findings.contains { $0.text.contains(" \(name)'s ") }
    }

    /// A block with a line for each finding, and what to do at the end.
    package var text: String {
        let rows = [Finding("file", file)] + findings + [Finding("to do", remedy)]
        let width = (rows.map(\.field.count).max() ?? 0) + 2
        let lines = rows.map { row in
            "  " + row.field + String(repeating: " ", count: width - row.field.count) + PlainText.line(row.text)
        }
        return (["switchboard: \(PlainText.line(module)) was not loaded"] + lines).joined(separator: "\n")
    }
}
