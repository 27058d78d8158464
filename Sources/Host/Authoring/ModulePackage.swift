import Glibc

/// Makes the package of a new module.
struct ModulePackage {
    let name: ModuleName
    /// The folder that the package's own folder is made in.
    let parent: String
    /// The folder with the SDK's sources.
    let sdk: String

    /// The package's folder.
    var folder: String { (parent == "/" ? "" : parent) + "/" + name.text }

    /// Writes the package, whole or not at all; nothing is ever written over.
    func write() throws(ModulePackageError) {
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
            throw error.code == EEXIST ? .exists(folder) : .notWritten(folder, error)
        }
    }

    private func writeFiles(in parent: borrowing Descriptor) throws(FileError) {
        for (path, text) in ModuleTemplate(name: name, sdk: sdkPath).files {
            try Self.write(text, to: path, in: try parent.open(name.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
        }
    }

    private static func write(
        _ text: String, to path: String, in folder: consuming Descriptor
    ) throws(FileError) {
        var folder = folder
        let parts = path.split(separator: "/").map(String.init)
        for part in parts.dropLast() {
            if !folder.contains(part) { try folder.makeFolder(part, mode: 0o777) }
            folder = try folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
        let file = try folder.open(parts[parts.count - 1], O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        try file.write(Array(text.utf8))
    }

    /// Within the SDK's own checkout the way to it is the same on every machine.
    private var sdkPath: String {
        let checkout = Path.folder(of: sdk)
        let folder = Path.canonical(parent) + "/" + name.text
        guard checkout != "/", folder.hasPrefix(checkout + "/") else { return sdk }
        let depth = folder.dropFirst(checkout.count).split(separator: "/").count
        return String(repeating: "../", count: depth) + Path.name(of: sdk)
    }
}

/// Why the package of a new module was not made.
enum ModulePackageError: Error, Sendable, Equatable {
    case exists(String)
    case notWritten(String, FileError)
}

extension ModulePackageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .exists(let folder): "\(folder) is there already and stays as it is; take another name, or --path DIR"
        case .notWritten(let folder, let error):
            "\(folder) cannot be made: \(error); name a folder that is there and that you may write with --path DIR"
        }
    }
}
