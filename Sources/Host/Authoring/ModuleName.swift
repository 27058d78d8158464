/// The name of a module that is to be made: that of a Swift type, of a package and of an entry point at once.
struct ModuleName: Sendable, Equatable {
    let text: String

    /// The first segment of the module's URLs.
    var path: String { text.lowercased() }

    /// The longest name, in characters: it becomes a part of file names and symbols.
    private static let limit = 64

    init(_ text: String) throws(ModuleNameError) {
        guard let first = text.utf8.first, Self.capitals.contains(first), text.utf8.count <= Self.limit,
            text.utf8.allSatisfy({ Self.letters.contains($0) })
        else { throw .notAName(text) }
        guard !Self.reserved.contains(text) else { throw .reserved(text) }
        self.text = text
    }

    private static let capitals = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let letters = capitals.union("abcdefghijklmnopqrstuvwxyz0123456789_".utf8)

    /// Words of the language, libraries that a module imports, and types that its code writes.
    private static let reserved: Set = [
        "Any", "Protocol", "Self", "Type",
        "Foundation", "FoundationEssentials", "Glibc", "Mediator", "ModuleKit", "Sources", "Swift", "Synchronization",
        "Testing", "XCTest",
        "Call", "Link", "Module", "Open", "Page", "Request", "Response", "Route", "Stub", "Text", "Version",
    ]
}

/// Why a text cannot be the name of a module.
enum ModuleNameError: Error, Sendable, Equatable {
    case notAName(String)
    case reserved(String)
}

extension ModuleNameError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAName(let text):
            "\"\(text)\" cannot name a module; write a capital letter and then letters, digits and _, up to 64 of them, "
                + "such as Coupons"
        case .reserved(let text): "\(text) has a meaning of its own in Swift or the SDK; name it \(text)s or so"
        }
    }
}
