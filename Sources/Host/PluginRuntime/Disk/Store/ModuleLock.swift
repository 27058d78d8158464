import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// The content of the lock file: the installed modules and libraries.
package struct ModuleLock: Sendable, Equatable {
    private var modulesByName: [String: LockedModule] = [:]
    /// The libraries that were installed without a module, keyed by name.
    var libraries: [String: LockedLibrary] = [:]

    /// The modules, sorted by name.
    package var modules: [LockedModule] { modulesByName.values.sorted { $0.name < $1.name } }

    /// The modules in the order in which they were installed.
    var inOrder: [LockedModule] {
        // Modules without a number are sorted by address, as in older hosts.
        modulesByName.values.sorted {
            ($0.order, $0.entry.address, $0.name) < ($1.order, $1.entry.address, $1.name)
        }
    }

    var nextOrder: Int { (modulesByName.values.map(\.order).max() ?? LockedModule.unordered) + 1 }

    /// The addresses of all installed entries in the store.
    var addresses: [ContentHash] { modules.map(\.entry.address) + libraries.values.map(\.hash) }

    package subscript(name: String) -> LockedModule? {
        get { modulesByName[name] }
        set { modulesByName[name] = newValue }
    }

    /// Returns the modules that were installed from a file or URL.
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
            throw .damaged(path, error.inWords)
        }
    }

    /// Numbers the modules in their present order.
    private mutating func number() {
        for (place, module) in inOrder.enumerated() { modulesByName[module.name]?.order = place + 1 }
    }

    /// Returns the lock file's content as formatted JSON, for users and programs.
    func bytes(path: String) throws(PluginProblem) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let libraries = libraries.isEmpty ? nil : libraries.values.sorted { $0.name < $1.name }
            let document = Document(version: FormatVersion.current, modules: modules, libraries: libraries)
            return Array(try encoder.encode(document)) + [0x0A]
        } catch {
            throw .damaged(path, error.inWords)
        }
    }

    private struct Document: Codable {
        let version: String
        let modules: [LockedModule]
        /// The libraries; `nil` if there are none.
        let libraries: [LockedLibrary]?

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case modules, libraries
        }
    }
}

/// The version of the format of a file next to the store. A minor version adds fields, a major version may remove them.
enum FormatVersion {
    static let current = "1.0"

    /// Checks that this host reads the version of a document. A document without a version is accepted.
    static func check(_ bytes: [UInt8], of path: String) throws(PluginProblem) {
        guard case .object(let fields)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
            case .string(let version)? = fields["format_version"]
        else { return }
        try check(version, of: path)
    }

    /// Checks that this host reads a version.
    static func check(_ version: String, of path: String) throws(PluginProblem) {
        guard version.split(separator: ".").first == current.split(separator: ".").first else {
            throw .otherFormat(path, version)
        }
    }
}
