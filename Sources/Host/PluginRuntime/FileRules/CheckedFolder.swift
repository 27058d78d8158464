import Glibc

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
