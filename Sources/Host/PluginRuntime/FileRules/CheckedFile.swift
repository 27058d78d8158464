import Glibc

/// An open plain file that nobody but the user and root could have written.
struct CheckedFile: ~Copyable {
    let name: String
    let path: String
    let status: FileStatus
    private let descriptor: Descriptor

    init(name: String, path: String, status: FileStatus, _ descriptor: consuming Descriptor) {
        self.name = name
        self.path = path
        self.status = status
        self.descriptor = descriptor
    }

    /// Whether somebody may change the content without the file's times saying so: whoever has it open for writing, or
    /// mapped.
    var hasWriters: Bool { FileWriters.exist(ofOpen: descriptor.number) }

    /// Makes sure that it begins as a library does, before all of it is read.
    func checkIsELF() throws(PluginFileError) {
        var beginning = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor.number, &beginning, beginning.count, 0)
        guard count >= 0 else { throw .unreadable(path, code: errno) }
        guard beginning.starts(with: ELFHeader.magic) else {
            throw .notELF(path, beginning: Array(beginning.prefix(count)))
        }
    }

    /// Another descriptor of the open file, which the caller closes.
    func duplicate() throws(FileError) -> CInt {
        let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        try Descriptor.check(number)
        return number
    }

    /// The whole content of the file that was checked, which may have no more bytes than the limit.
    func bytes(limit: Int = PluginFile.maximumSize) throws(PluginFileError) -> [UInt8] {
        guard status.size <= limit else { throw .tooLarge(path, bytes: status.size, limit: limit) }
        return try PluginFile.bytes(of: descriptor, path: path, size: status.size)
    }

    /// The content of a file of so many bytes at most that nobody but the user and root could have written.
    static func bytes(at path: String, limit: Int) throws(PluginFileError) -> [UInt8] {
        let folder: CheckedFolder
        do {
            folder = try CheckedFolder.open(Path.folder(of: path))
        } catch {
            throw .unreadable(path, code: error.code)
        }
        let file = try folder.file(Path.name(of: path))
        guard file.status.size <= limit else { throw .tooLarge(path, bytes: file.status.size, limit: limit) }
        return try file.bytes()
    }
}

/// An open folder whose way from the root was held against the rules.
struct CheckedFolder: ~Copyable {
    /// The path by which it was asked for.
    let path: String
    /// What is wrong with the folders above and with the folder itself.
    let violations: [FileRuleViolation]
    let descriptor: Descriptor
    private let rules: FileRules

    init(
        path: String, _ descriptor: consuming Descriptor, rules: FileRules, violations: [FileRuleViolation]
    ) {
        self.path = path
        self.descriptor = descriptor
        self.rules = rules
        self.violations = violations
    }

    /// The folder at a path from the root.
    static func open(_ path: String) throws(FileError) -> CheckedFolder { try FolderWalk.open(path) }

    /// Opens a plain file in the folder that nobody else could have written.
    func file(_ name: String) throws(PluginFileError) -> CheckedFile {
        let path = path + "/" + name
        let file = try PluginFile.open(name, in: descriptor.number, path: path)
        let status = try PluginFile.status(of: file, path: path)
        let violations = violations + [rules.violation(of: status, at: path)].compactMap(\.self)
        guard violations.isEmpty else { throw .exposed(path, violations) }
        return CheckedFile(name: name, path: path, status: status, file)
    }

    /// A folder in this one.
    func folder(_ name: String) throws(FileError) -> CheckedFolder {
        let path = path + "/" + name
        let folder = try descriptor.open(name, Descriptor.placeOnly | O_DIRECTORY | O_NOFOLLOW)
        let violation = rules.violation(of: try folder.status(), at: path)
        return CheckedFolder(path: path, folder, rules: rules, violations: violations + [violation].compactMap(\.self))
    }
}
