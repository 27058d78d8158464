import Glibc
import Platform

/// The Swift package that `module new` writes: the files of `Template`, with values for `{{…}}`.
struct ModulePackage {
    let name: ModuleName
    /// The parent of the package's folder.
    let parent: String
    /// The folder of the SDK's package, which contains the SDK's sources or its prebuilt library.
    let sdk: String

    var folder: String { (parent == "/" ? "" : parent) + "/" + name.text }

    /// Writes the package, completely or not at all, without overwriting anything.
    func write() throws(Failure) {
        do throws(FileError) {
            let parent = try Descriptor(opening: parent, O_RDONLY | O_DIRECTORY)
            try parent.makeFolder(name.text, mode: 0o777)
            do throws(FileError) {
                try writeFiles(in: parent)
            } catch {
                try? parent.remove(name.text)
                throw error
            }
        } catch {
            let message =
                error == .system(EEXIST)
                ? "\(folder) already exists and was not changed; choose another name, or --path DIR"
                : "\(folder) cannot be created: \(error); name an existing, writable folder with "
                    + "--path DIR"
            throw Failure("notMade", message)
        }
    }

    private func writeFiles(in parent: borrowing Descriptor) throws(FileError) {
        for (path, bytes) in files {
            let folder = try parent.open(name.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            try Self.write(filledIn(bytes), to: path, in: folder)
        }
    }

    /// For each file: its path in the package, and the bytes of its template.
    private var files: [(path: String, bytes: [UInt8])] {
        let name = name.text
        return [
            ("Package.swift", PackageResources.Package_swift_txt),
            ("Sources/\(name)/\(name)Module.swift", PackageResources.Module_swift_txt),
            ("Sources/\(name)/Page+welcome.swift", PackageResources.Page_swift_txt),
            ("Tests/\(name)Tests/\(name)Tests.swift", PackageResources.Tests_swift_txt),
            ("README.md", PackageResources.README_md_txt),
            (".github/workflows/test.yml", PackageResources.workflow_yml_txt),
            (".gitignore", PackageResources.gitignore_txt),
        ]
    }

    private func filledIn(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
            .replacing("{{NAME}}", with: name.text).replacing("{{PATH}}", with: name.path)
            .replacing("{{SDK}}", with: sdkPath.escaping(["\\": "\\\\", "\"": "\\\""]))
    }

    private static func write(_ text: String, to path: String, in folder: consuming Descriptor) throws(FileError) {
        var folder = folder
        let parts = path.split(separator: "/").map(String.init)
        for part in parts.dropLast() {
            if !folder.contains(part) { try folder.makeFolder(part, mode: 0o777) }
            folder = try folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
        let file = try folder.open(parts[parts.count - 1], O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        try file.write(Array(text.utf8))
    }

    /// The path of the SDK in the package's manifest. If the new package is inside the SDK's checkout, the path is
    /// relative, so that the package also builds on another machine.
    private var sdkPath: String {
        let checkout = Path.folder(of: sdk)
        let folder = Path.canonical(parent) + "/" + name.text
        guard checkout != "/", folder.hasPrefix(checkout + "/") else { return sdk }
        let depth = folder.dropFirst(checkout.count).split(separator: "/").count
        return String(repeating: "../", count: depth) + Path.name(of: sdk)
    }
}

/// The name of a new module, which is also the name of a Swift type, of a package and of an entry point.
struct ModuleName: Sendable, Equatable {
    let text: String

    /// The first segment of the module's URLs.
    var path: String { text.lowercased() }

    init(_ text: String) throws(Failure) {
        // The name becomes a part of file names and symbols.
        guard text.wholeMatch(of: #/[A-Z][A-Za-z0-9_]{0,63}/#) != nil else {
            throw Failure(
                usage: "\"\(text)\" cannot name a module; write a capital letter and then letters, digits and _, up to "
                    + "64 of them, such as Coupons")
        }
        guard !Self.reserved.contains(text) else {
            throw Failure(usage: "\(text) is reserved by Swift or the SDK; choose another name, such as \(text)s")
        }
        self.text = text
    }

    /// Names that would conflict with keywords of Swift, libraries that a module imports, or types that its code uses.
    private static let reserved: Set = [
        "Any", "Protocol", "Self", "Type",
        "Foundation", "FoundationEssentials", "Glibc", "HostKit", "Mediator", "ModuleKit", "ModuleTesting", "Sources",
        "Swift",
        "Synchronization", "Testing", "XCTest",
        "Call", "Link", "Module", "Open", "Page", "Request", "Response", "Route", "Stub", "Text", "Version",
    ]
}
