import Glibc

/// An open plain file that only the user and root could have written.
package struct CheckedFile: ~Copyable {
    package let name: String
    package let path: String
    package let status: FileStatus
    fileprivate let descriptor: Descriptor

    /// Whether a process has the file open for writing, or mapped. That process can change the content without changing
    /// the times.
    package var hasWriters: Bool { descriptor.hasWriters }

    /// Returns the first bytes of the file, fewer if it is shorter.
    package func beginning(_ length: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        let count = pread(descriptor.number, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .system(errno) }
        return Array(bytes.prefix(count))
    }

    /// Returns another descriptor of the open file, which the caller closes.
    package func duplicate() throws(FileError) -> CInt {
        try Descriptor.check(fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0))
    }

    /// Returns the whole content of the checked file, which may not be longer than the limit.
    package func bytes(limit: Int = File.maximumSize) throws(FileError) -> [UInt8] {
        guard status.size <= limit else { throw .tooLarge(bytes: status.size, limit: limit) }
        return try File.bytes(of: descriptor.number, size: status.size, limit: limit)
    }

    /// Returns the content of a file of limited size that only the user and root could have written; links are
    /// followed.
    ///
    /// A file that the parent process has opened, as in `-f <(program)`, is trusted.
    ///
    /// - Throws: `FileError.exposed` with the violations of the file, of links to it, and of the folders above them.
    package static func bytes(at path: String, limit: Int = File.documentLimit) throws(FileError) -> [UInt8] {
        let path = Path.absolute(path)
        guard !File.isOpen(path) else { return try File.bytes(at: path, limit: limit) }
        // An absent file or a device is refused before the rules on writers are checked.
        let kind = try Descriptor(opening: path, Descriptor.placeOnly).status().kind
        guard kind == .regular else { throw .notRegular(kind) }
        let violations = try SecurePath.violations(onTheWayTo: path)
        guard violations.isEmpty else { throw .exposed(violations) }
        return try File.bytes(at: path, limit: limit)
    }
}

/// An open folder whose path from the root was checked against the rules (`FileRules`).
package struct CheckedFolder: ~Copyable {
    package let path: String
    /// The violations of the folder and of the folders above it.
    package let violations: [FileRuleViolation]
    package let descriptor: Descriptor
    let rules: FileRules

    package static func open(_ path: String) throws(FileError) -> CheckedFolder { try SecurePath.open(path) }

    /// Opens a plain file in the folder. Throws if other users could have written the file.
    package func file(_ name: String) throws(FileError) -> CheckedFile {
        let path = path + "/" + name
        let file = try File.openPlain(name, in: descriptor.number)
        let status = try File.plainStatus(of: file)
        let violations = violations + [rules.violation(of: status, at: path)].compactMap(\.self)
        guard violations.isEmpty else { throw .exposed(violations) }
        return CheckedFile(name: name, path: path, status: status, descriptor: file)
    }

    func folder(_ name: String) throws(FileError) -> CheckedFolder {
        let path = path + "/" + name
        let folder = try descriptor.open(name, Descriptor.placeOnly | O_DIRECTORY | O_NOFOLLOW)
        let violation = rules.violation(of: try folder.status(), at: path)
        return CheckedFolder(
            path: path, violations: violations + [violation].compactMap(\.self), descriptor: folder, rules: rules)
    }
}
