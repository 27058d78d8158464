import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// The installed modules and libraries, by name: the content of the lock file.
package struct ModuleLock: Sendable, Equatable {
    private var modulesByName: [String: LockedModule] = [:]
    /// The libraries that were installed by themselves, by name.
    var libraries: [String: LockedLibrary] = [:]

    /// The modules in order of their names.
    package var modules: [LockedModule] { modulesByName.values.sorted { $0.name < $1.name } }

    /// The modules in the order in which they were installed.
    var inOrder: [LockedModule] {
        // An older host had them in the order of their addresses.
        modulesByName.values.sorted {
            ($0.order, $0.entry.address, $0.name) < ($1.order, $1.entry.address, $1.name)
        }
    }

    /// The place of the module that is installed next.
    var nextOrder: Int { (modulesByName.values.map(\.order).max() ?? LockedModule.unordered) + 1 }

    /// The addresses in the store that something is installed at.
    var addresses: [ContentHash] { modules.map(\.entry.address) + libraries.values.map(\.hash) }

    /// The module of that name.
    package subscript(name: String) -> LockedModule? {
        get { modulesByName[name] }
        set { modulesByName[name] = newValue }
    }

    /// The modules that were copied from a file.
    func modules(from source: String) -> [LockedModule] { modules.filter { $0.source == source } }

    init() {}

    /// Reads the lock file's content; the path is for messages.
    init(_ bytes: [UInt8], path: String) throws(PluginProblem) {
        do {
            try FormatVersion.check(bytes, of: path)
            let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
            modulesByName = Dictionary(document.modules.map { ($0.name, $0) }) { first, _ in first }
            if modules.contains(where: { $0.order == LockedModule.unordered }) { number() }
            libraries = Dictionary((document.libraries ?? []).map { ($0.name, $0) }) { first, _ in first }
        } catch let error as PluginProblem {
            throw error
        } catch {
            throw .damaged(path, Self.words(error))
        }
    }

    /// Gives each module the place that it has.
    private mutating func number() {
        for (place, module) in inOrder.enumerated() { modulesByName[module.name]?.order = place + 1 }
    }

    private static func words(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        // Of the reasons only the decoder's own has another error below it, whose words say no more.
        case .dataCorrupted(let context) where context.underlyingError != nil: "it is not JSON"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.debugDescription
        default: "\(error)"
        }
    }

    /// The lock file's content, for people and programs.
    func bytes(path: String) throws(PluginProblem) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let libraries = libraries.isEmpty ? nil : libraries.values.sorted { $0.name < $1.name }
            let document = Document(version: FormatVersion.current, modules: modules, libraries: libraries)
            return Array(try encoder.encode(document)) + [0x0A]
        } catch {
            throw .damaged(path, "\(error)")
        }
    }

    private struct Document: Codable {
        let version: String
        let modules: [LockedModule]
        /// Absent where no library was ever installed by itself.
        let libraries: [LockedLibrary]?

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case modules, libraries
        }
    }
}

/// The version of the format of a file beside the store; a minor one adds fields, a major one may remove them.
enum FormatVersion {
    static let current = "1.0"

    /// Makes sure that a document is of a version that can be read, whatever else is in it; one without a version may be.
    static func check(_ bytes: [UInt8], of path: String) throws(PluginProblem) {
        guard let head = try? JSONDecoder().decode(Head.self, from: Data(bytes)) else { return }
        try check(head.version, of: path)
    }

    private struct Head: Decodable {
        let version: String

        enum CodingKeys: String, CodingKey { case version = "format_version" }
    }

    /// Makes sure that a file of that version can be read.
    static func check(_ version: String, of path: String) throws(PluginProblem) {
        guard version.split(separator: ".").first == current.split(separator: ".").first else {
            throw .otherFormat(path, version)
        }
    }
}
