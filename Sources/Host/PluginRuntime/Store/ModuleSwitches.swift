import FoundationEssentials

/// Which modules the user disabled, for every host that starts from now on.
struct ModuleSwitches: Sendable, Equatable {
    /// The names of the modules.
    var disabled: Set<String> = []

    init() {}

    /// Reads the file's content.
    init(_ bytes: [UInt8]) throws(ModuleLockError) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw .damaged(reason: "it is no JSON object with the names of modules under \"disabled\"")
        }
        try FormatVersion.check(document.version)
        disabled = Set(document.disabled)
    }

    /// The file's content, for people and programs.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(version: FormatVersion.current, disabled: disabled.sorted())
        // It is made of texts, which JSON can always say.
        return ((try? encoder.encode(document)).map(Array.init) ?? []) + [0x0A]
    }

    private struct Document: Codable {
        let version: String
        let disabled: [String]

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case disabled
        }
    }
}
