/// A problem of a plugin or of its surroundings, in words for people and programs.
///
/// It is thrown where no caller acts on the reason. An error has a case of its own only where some caller acts on that
/// case; every error gives its problem for messages.
package struct PluginProblem: Error, Sendable, Equatable, Codable {
    package let findings: [Finding]
    /// What the user can do.
    package let remedy: String
    /// Whether the same content has the problem wherever and whenever it is loaded.
    let isLasting: Bool

    init(_ findings: [Finding], remedy: String, isLasting: Bool = false) {
        self.findings = findings
        self.remedy = remedy
        self.isLasting = isLasting
    }

    init(_ field: Finding.Field, _ text: String, remedy: String, isLasting: Bool = false) {
        self.init([Finding(field, text)], remedy: remedy, isLasting: isLasting)
    }
}

extension PluginProblem: CustomStringConvertible {
    /// The findings in one sentence.
    var found: String { findings.map(\.clause).joined(separator: "; ") }

    /// The findings and the remedy in one sentence.
    package var description: String { remedy.isEmpty ? found : "\(found); \(remedy)" }
}
