import Glibc
@_spi(Host) import ModuleKit
package import Platform

/// Why a plugin's file was refused before any of its code ran.
package enum PluginFileError: Error, Sendable, Equatable {
    /// It cannot be read, or is not read since others could have written it.
    case unread(String, FileError)
    /// It does not begin like an ELF file; these are its first bytes.
    case notELF(String, beginning: [UInt8])
    /// It begins like an ELF file, and what follows does not hold together.
    case damaged(String, ELFError)
    /// It exports no module, of whatever contract; what else is wrong with it is known too.
    case noEntryPoint(String, contract: UInt32, others: [Mismatch])
    /// It is a plugin that this host cannot load, for each of these reasons.
    case mismatches(String, [Mismatch])
}

extension PluginFileError {
    /// The content of a copy in the store is not what its address says.
    static func changed(_ path: String, found: ContentHash, expected: ContentHash) -> PluginFileError {
        stored(path, found: "SHA-256 \(found)", expected: "\(expected)")
    }

    /// A copy is not in the store.
    static func missing(_ path: String, _ error: FileError, expected: ContentHash) -> PluginFileError {
        stored(path, found: "nothing at \(path) (\(error))", expected: "SHA-256 \(expected)")
    }

    private static func stored(_ path: String, found: String, expected: String) -> PluginFileError {
        let remedy = "install its module again"
        return .mismatches(path, [Mismatch(.content, found: found, expected: expected, remedy: remedy)])
    }

    /// What was found, what was expected and what to do, for every kind of refusal.
    var mismatches: [Mismatch] {
        switch self {
        case .unread(_, let error): mismatches(error)
        case .notELF(_, let beginning):
            [content("a file that begins with \(Self.show(beginning))", remedy: Self.installRemedy)]
        case .damaged(_, let error): [content(error.found, error.expected, remedy: "copy it again, or build it again")]
        case .noEntryPoint(_, let contract, let others): [noEntryPoint(contract)] + others
        case .mismatches(_, let mismatches): mismatches
        }
    }

    private func mismatches(_ error: FileError) -> [Mismatch] {
        switch error {
        case .system: [unreadable(error)]
        case .notRegular(let kind): [notRegular(kind)]
        case .empty: [content("an empty file", remedy: "copy it again, or build it again")]
        case .exposed(let violations):
            violations.map { Mismatch(.access, found: $0.found, expected: $0.expected, remedy: $0.remedy) }
        case .tooLarge(let bytes, let limit):
            [content("\(bytes) bytes", "at most \(limit)", remedy: "put a smaller file in its place")]
        }
    }

    private static let installRemedy = "install the .so file that `swift build` made"

    private func unreadable(_ error: FileError) -> Mismatch {
        if error == .system(ENOENT) || error == .system(ENOTDIR) {
            return Mismatch(
                .file, found: "no such file", expected: "a shared library", remedy: "name a file that exists")
        }
        if error == .system(EMFILE) || error == .system(ENFILE) {
            return Mismatch(
                .file, found: "too many open files", expected: "room for one more",
                remedy: "allow more with `ulimit -n`, or end other programs")
        }
        return Mismatch(
            .access, found: "that it cannot be read (\(error))", expected: "a readable file",
            remedy: "name a file that you may read")
    }

    private func notRegular(_ kind: FileKind) -> Mismatch {
        let isLink = kind == .symbolicLink
        return Mismatch(
            .kind, found: kind.rawValue,
            expected: isLink ? "a regular file, for links are not followed" : "a regular file",
            remedy: isLink ? "install the file that it points to" : Self.installRemedy)
    }

    private func content(_ found: String, _ expected: String = "a shared library", remedy: String) -> Mismatch {
        Mismatch(.content, found: found, expected: expected, remedy: remedy)
    }

    private func noEntryPoint(_ contract: UInt32) -> Mismatch {
        let symbol = EntryPoint(contract: contract, module: "<Name>").symbol
        return Mismatch(
            .entryPoint, found: "no entry point", expected: "a function \(symbol)",
            remedy: "export a module from it with `@c(\(symbol))`")
    }

    /// Text as text, anything else in hexadecimal.
    private static func show(_ bytes: [UInt8]) -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if !line.isEmpty, line.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return "\"\(String(decoding: line, as: UTF8.self))\""
        }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}

extension PluginFileError: CustomStringConvertible {
    /// The file's path.
    var path: String {
        switch self {
        case .unread(let path, _), .notELF(let path, _), .damaged(let path, _), .noEntryPoint(let path, _, _),
            .mismatches(let path, _):
            path
        }
    }

    /// What was found and expected, one line for each field.
    var findings: [Finding] { mismatches.map { Finding($0.field, $0.text) } }

    /// What the person can do.
    var remedy: String {
        var remedies: [String] = []
        for mismatch in mismatches where !remedies.contains(mismatch.remedy) { remedies.append(mismatch.remedy) }
        return remedies.joined(separator: "; ")
    }

    /// The findings and the remedy, for messages.
    var problem: PluginProblem { PluginProblem(findings, remedy: remedy) }

    /// The same for a copy in the store, whose content comes again from where the module was installed from.
    package func problem(ofInstalled module: String) -> PluginProblem {
        let isDamaged = mismatches.allSatisfy { $0.field == .content }
        return isDamaged
            ? PluginProblem(
                findings,
                remedy:
                    "install it from its source again with `module install`, unless the change is yours: `module trust \(module)`"
            ) : problem
    }

    package var description: String { PlainText.line("\(path): \(problem)") }
}
