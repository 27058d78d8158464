import Glibc

/// Walks from the root to a folder and holds every folder and link on the way against the rules.
///
/// Each step opens the next folder below the one that is open already, so that nobody can put another in its place
/// between the check and the use.
package struct SecurePath: ~Copyable {
    /// As many links as Linux itself follows.
    private static let maximumLinkCount = 40

    private let rules: FileRules
    private var folder: Descriptor
    private var path: [String] = []
    /// What is still to be walked, the next part last.
    private var rest: [String]
    private var linkCount = 0
    private var violations: [FileRuleViolation] = []

    /// The folder at a path from the root, open, with all that is wrong on the way to it.
    static func open(_ path: String, rules: FileRules = .current) throws(FileError) -> CheckedFolder {
        var walk = try SecurePath(path, rules: rules)
        while let part = walk.rest.popLast() { try walk.step(part) }
        return CheckedFolder(path: path, walk.folder, rules: rules, violations: walk.violations)
    }

    /// What is wrong with what stands at a path from the root and above it; where nothing stands there, nobody else may be
    /// able to make it.
    package static func violations(
        onTheWayTo path: String, rules: FileRules = .current
    ) throws(FileError) -> [FileRuleViolation] {
        var walk = try SecurePath(path, rules: rules)
        while let part = walk.rest.popLast() {
            do throws(FileError) {
                try walk.step(part)
            } catch {
                return walk.violations + (error.code == ENOENT ? walk.openGround : [])
            }
        }
        return walk.violations
    }

    /// That others may make something in the folder that the walk has come to, if they may.
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
        default: throw FileError(code: ENOTDIR)
        }
    }

    private mutating func follow(_ link: borrowing Descriptor) throws(FileError) {
        linkCount += 1
        guard linkCount <= Self.maximumLinkCount else { throw FileError(code: ELOOP) }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link.number, "", &bytes, bytes.count)
        guard count >= 0 else { throw FileError(code: errno) }
        let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        if target.hasPrefix("/") {
            folder = try Self.root()
            path = []
        }
        rest += Self.parts(target)
    }

    private static func root() throws(FileError) -> Descriptor {
        try Descriptor(opening: "/", Descriptor.placeOnly | O_DIRECTORY)
    }

    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }
}

/// A look at a plain file and at the folders above it that opens none of them.
///
/// From the root downwards nobody but the user and root can change a name in any folder that passed, so what was seen
/// stays as it is until the file is opened, as far as others are concerned.
extension SecurePath {
    /// The status of a file at the end of a way of nothing but folders that hold to the rules, as the file itself does;
    /// `nil` where it is not so, and where a link is on the way: then it takes a walk to tell (`violations(onTheWayTo:)`).
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
