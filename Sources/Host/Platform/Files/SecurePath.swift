import Glibc

/// A walk from the root to a folder, which checks every folder and link on the path against the rules.
///
/// Each step opens the next folder relative to the current folder, which is open. No other process can therefore
/// replace a folder between the check and the use.
package struct SecurePath: ~Copyable {
    /// The maximum number of links, as in Linux itself.
    private static let maximumLinkCount = 40

    private let rules: FileRules
    private var folder: Descriptor
    private var path: [String] = []
    /// The remaining parts of the path, with the next one last.
    private var rest: [String]
    private var linkCount = 0
    private var violations: [FileRuleViolation] = []

    /// Opens the folder at an absolute path, and returns it with all violations on the path.
    static func open(_ path: String, rules: FileRules = .current) throws(FileError) -> CheckedFolder {
        var walk = try SecurePath(path, rules: rules)
        while let part = walk.rest.popLast() { try walk.step(part) }
        return CheckedFolder(path: path, violations: walk.violations, descriptor: walk.folder, rules: rules)
    }

    /// Returns the violations of the file at an absolute path and of the folders above it. If the file is absent, a
    /// folder in which another user could create it is also a violation.
    package static func violations(
        onTheWayTo path: String, rules: FileRules = .current
    ) throws(FileError) -> [FileRuleViolation] {
        var walk = try SecurePath(path, rules: rules)
        while let part = walk.rest.popLast() {
            do throws(FileError) {
                try walk.step(part)
            } catch {
                return walk.violations + (error == .system(ENOENT) ? walk.openGround : [])
            }
        }
        return walk.violations
    }

    /// The violation of the current folder if other users may create files in it.
    private var openGround: [FileRuleViolation] {
        guard let status = try? folder.status() else { return [] }
        let path = "/" + path.joined(separator: "/")
        let violation = rules.violation(of: status, at: path, mayBeShared: false)
        return violation.map { violations.contains($0) ? [] : [$0] } ?? []
    }

    private init(_ path: String, rules: FileRules) throws(FileError) {
        self.rules = rules
        folder = try Self.root()
        rest = Self.parts(path)
    }

    private mutating func step(_ part: String) throws(FileError) {
        if part == ".." {
            folder = try folder.open("..", Descriptor.placeOnly | O_DIRECTORY)
            _ = path.popLast()
            return
        }
        let next = try folder.open(part, Descriptor.placeOnly | O_NOFOLLOW)
        let status = try next.status()
        if let violation = rules.violation(of: status, at: "/" + (path + [part]).joined(separator: "/")),
            !violations.contains(violation)
        {
            violations.append(violation)
        }
        switch status.kind {
        case .symbolicLink: try follow(next)
        case .directory:
            folder = next
            path.append(part)
        default: throw .system(ENOTDIR)
        }
    }

    private mutating func follow(_ link: borrowing Descriptor) throws(FileError) {
        linkCount += 1
        guard linkCount <= Self.maximumLinkCount else { throw .system(ELOOP) }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link.number, "", &bytes, bytes.count)
        guard count >= 0 else { throw .system(errno) }
        let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        if Path.isAbsolute(target) {
            folder = try Self.root()
            path = []
        }
        rest += Self.parts(target)
    }

    private static func root() throws(FileError) -> Descriptor {
        try Descriptor(opening: "/", Descriptor.placeOnly | O_DIRECTORY)
    }

    private static func parts(_ path: String) -> [String] {
        Path.parts(of: path).filter { $0 != "." }.reversed()
    }
}

/// A check of a plain file and the folders above it, which opens none of them.
///
/// The check goes from the root down. In a folder that passed, other users cannot replace or remove an entry of the
/// user or of root, so they cannot change the result before the file is opened.
extension SecurePath {
    /// Returns the status of a file if it and all folders above it satisfy the rules; otherwise `nil`. Also returns
    /// `nil` if the path contains a link, which only a walk can check (`open(_:rules:)`).
    package static func status(of path: String, rules: FileRules = .current) -> FileStatus? {
        var way = Array(path.utf8CString)
        let slash = CChar(bitPattern: UInt8(ascii: "/"))
        guard way.first == slash else { return nil }
        for end in way.indices.dropFirst() where way[end] == slash || way[end] == 0 {
            let separator = way[end]
            way[end] = 0
            var found = stat()
            guard lstat(way, &found) == 0 else { return nil }
            way[end] = separator
            let status = FileStatus(found)
            guard rules.violation(of: status, at: "") == nil else { return nil }
            if separator == 0 { return status.kind == .regular ? status : nil }
            guard status.kind == .directory else { return nil }
        }
        return nil
    }
}
