import FoundationEssentials

/// The installed modules, by name: the content of the lock file.
struct ModuleLock: Sendable, Equatable {
    private var modulesByName: [String: LockedModule] = [:]

    /// The modules in order of their names.
    var modules: [LockedModule] { modulesByName.values.sorted { $0.name < $1.name } }

    /// The module of that name.
    subscript(name: String) -> LockedModule? {
        get { modulesByName[name] }
        set { modulesByName[name] = newValue }
    }

    /// The modules that were copied from a file.
    func modules(from source: String) -> [LockedModule] { modules.filter { $0.source == source } }

    init() {}

    /// Reads the lock file's content.
    init(_ bytes: [UInt8]) throws(ModuleLockError) {
        do {
            let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
            try FormatVersion.check(document.version)
            modulesByName = Dictionary(document.modules.map { ($0.name, $0) }) { first, _ in first }
        } catch let error as ModuleLockError {
            throw error
        } catch {
            throw .damaged(reason: Self.words(error))
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.debugDescription
        default: "\(error)"
        }
    }

    /// The lock file's content, for people and programs.
    func bytes() throws(ModuleLockError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(Document(version: FormatVersion.current, modules: modules))) + [0x0A]
        } catch {
            throw .damaged(reason: "\(error)")
        }
    }

    private struct Document: Codable {
        let version: String
        let modules: [LockedModule]

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case modules
        }
    }
}
