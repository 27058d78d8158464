import Glibc
@_spi(Host) import ModuleKit
package import Platform

/// Why a plugin's file was refused before any of its code ran.
package enum PluginFileError: Error, Sendable, Equatable {
    /// It cannot be read, or is not read since others could have written it.
    case unread(PlainFileError)
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
    /// What was found, what was expected and what to do, for every kind of refusal.
    var mismatches: [Mismatch] {
        switch self {
        case .unread(let error): mismatches(error)
        case .notELF(_, let beginning):
            [content("a file that begins with \(Self.show(beginning))", remedy: Self.installRemedy)]
        case .damaged(_, let error): [content(error.found, error.expected, remedy: "copy it again, or build it again")]
        case .noEntryPoint(_, let contract, let others): [noEntryPoint(contract)] + others
        case .mismatches(_, let mismatches): mismatches
        }
    }

    private func mismatches(_ error: PlainFileError) -> [Mismatch] {
        switch error {
        case .unreadable(_, let code): [unreadable(code)]
        case .notRegular(_, let kind): [notRegular(kind)]
        case .empty: [content("an empty file", remedy: "copy it again, or build it again")]
        case .exposed(_, let violations):
            violations.map { Mismatch(.access, found: $0.found, expected: $0.expected, remedy: $0.remedy) }
        case .tooLarge(_, let bytes, let limit):
            [content("\(bytes) bytes", "at most \(limit)", remedy: "put a smaller file in its place")]
        }
    }

    private static let installRemedy = "install the .so file that `swift build` made"

    private func unreadable(_ code: CInt) -> Mismatch {
        Mismatch(
            .access, found: "that it cannot be read (\(String(cString: strerror(code))))", expected: "a readable file",
            remedy: "name a file that exists and that you may read")
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
        case .unread(let error): error.path
        case .notELF(let path, _), .damaged(let path, _), .noEntryPoint(let path, _, _), .mismatches(let path, _): path
        }
    }

    /// What was found and expected, one line for each field.
    var findings: [Finding] { mismatches.map { Finding($0.field.finding, $0.text) } }

    /// What the person can do.
    var remedy: String {
        var remedies: [String] = []
        for mismatch in mismatches where !remedies.contains(mismatch.remedy) { remedies.append(mismatch.remedy) }
        return remedies.joined(separator: "; ")
    }

    /// The findings and the remedy, for messages.
    var problem: PluginProblem { PluginProblem(findings, remedy: remedy) }

    /// All of it on one line.
    package var description: String {
        let found = mismatches.map { "\($0.field.rawValue) \($0.text)" }
        return PlainText.line("\(path): \((found + [remedy]).joined(separator: "; "))")
    }
}
